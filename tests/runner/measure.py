"""Runs a command and says what it took, its children included."""
import dataclasses
import os
import subprocess
import tempfile
import threading
import time

MOST = 1 << 22  # bytes of a text that is kept; what we hold here counts for the next process, until it is what it runs


@dataclasses.dataclass
class Measured:
    code: int  # negative: ended by this signal
    out: str  # its beginning, if it is long
    err: str
    seconds: float  # of processor time, with all children that were waited for
    wall: float
    peak: int  # bytes of the largest process
    hangs: bool  # it was ended by us

    @property
    def least(self):
        """Seconds by the clock that is kinder: a busy machine makes one longer, several processors the other."""
        return min(self.seconds, self.wall)


def measured(command, patience=120, **more):
    """`patience`: seconds by the wall after which it is ended; `more`: arguments of Popen."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, **more)
        late = threading.Timer(patience, process.kill)
        late.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - begin
        hangs = late.finished.is_set()
        late.cancel()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(MOST).decode("utf-8", "replace"))
    return Measured(process.returncode, *texts, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024, hangs)
