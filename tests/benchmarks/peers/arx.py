"""ARX as a peer, where its jar is at hand: no package index has it. It searches in a process of its own that has read the table before."""

import pathlib
import subprocess

HERE = pathlib.Path(__file__).parent


class Search:
    """ARX's search for the generalization that loses least."""

    def __init__(self, jar, table, hierarchies, columns, k, suppression):
        command = ["java", "-cp", jar, HERE / "Arx.java", table, hierarchies, k, suppression, *columns]
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(20):  # a virtual machine compiles what runs often
            self()

    def __call__(self):
        """The levels of the columns, in their order."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("ARX has ended; what went wrong stands above")
        return [int(level) for level in line.split()]
