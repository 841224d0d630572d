"""The protocols: where each model is, its constants for a size n, and how many states it must have where that is known."""
from math import comb

MANY = [100, 1000, 10**4, 10**5, 10**6]


class Protocol:
    """A sample and its twins in models/. counts(n) is (orbits, states) or None; sets are TLA+'s sets of n processes."""

    def __init__(self, name, title, sample, properties, sizes, defines=None, constants=None, counts=None, sets=("P",),
                 tla=None, numbers=False):
        self.name, self.title, self.sample, self.properties, self.sizes = name, title, sample, properties, sizes
        self.defines = defines or (lambda n: {"n": n})
        self.constants = constants or (lambda n: {"N": n})
        self.counts = counts or (lambda n: None)
        self.sets, self.tla, self.numbers = sets, tla or {}, numbers


def semaphore(l):
    """Orbits and states by algorithms of the first paper's mutex: all at 1..l-1, or one inside."""
    return lambda n: (comb(n + l - 2, n) + comb(n + l - 3, n - 1), (l - 1)**n + n * (l - 1)**(n - 1))


ALL = [
    Protocol("token", "Token mutex", "token_mutex.sym", ["mutex"], [2, 4, 8, 12, 16, 20, 24, 32, 64] + MANY,
             counts=lambda n: (3 * n, 3 * n * 2**(n - 1))),
    Protocol("semaphore", "Semaphore mutex, 5 locations", "semaphore_mutex.sym", ["mutex"],
             [2, 4, 8, 10, 12, 16, 24, 32, 64] + MANY,
             defines=lambda n: {"n": n, "l": 5}, constants=lambda n: {"N": n, "L": 5}, counts=semaphore(5), tla={"L": "5"}),
    Protocol("readers_writers", "Readers and writers, n of each", "readers_writers.sym", ["exclusive", "one_writer"],
             [2, 4, 6, 8, 10, 12, 16, 32, 64] + MANY, defines=lambda n: {"r": n, "w": n},
             counts=None, sets=("P", "W")),
    Protocol("msi", "MSI cache protocol", "msi.sym", ["single_writer"],
             [2, 4, 8, 12, 16, 20, 24, 32, 64] + MANY, counts=lambda n: (n + 2, 2**n + n)),
    Protocol("german", "German's cache protocol", "german.sym", ["coherence", "directory_knows"],
             [2, 3, 4, 5, 6, 7, 8, 10, 12], tla={"Nobody": "nobody"}),
    Protocol("epidemic", "Epidemic spread, a Markov chain", "epidemic.sym", ["dies_out_early", "everybody"],
             [2, 4, 6, 8, 10, 12, 16, 24, 32, 64, 128, 256, 512], numbers=True,
             counts=lambda n: (comb(n + 2, 2), 3**n)),
]
