"""Runs skyline.ipynb and checks what it shows.

    python tests/hosts/notebook/check.py [folder]

runs the notebook in a kernel of this Python, once on the Adult data (adult.csv in SKYLINE_DATA, by default in
tests/data) and once on its built-in data. The executed copies go to the folder (by default a temporary one). After the notebook's own cells, and in the same kernel, verify() compares its
variables with values computed from the definition; then the outputs are compared with the variables.

The packages needed are in ../locks/notebook.txt; the extension is the notebook's (SKYLINE_EXTENSION).
"""

from __future__ import annotations

import argparse
import base64
import importlib.util
import json
import os
import pathlib
import re
import struct
import sys
import tempfile
import time

from checks import Checks
from verify import MARK

HERE = pathlib.Path(__file__).resolve().parent
NOTEBOOK = HERE / "skyline.ipynb"


def check_committed(check: Checks, text: str):
    """The notebook as it is committed: with outputs, and nothing that changes from run to run."""
    import nbformat

    raw = json.loads(text)
    notebook = nbformat.from_dict(raw)
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError as error:
        check(False, f"the notebook is not valid: {error}")
    check.same((raw["nbformat"], raw["nbformat_minor"]), (4, 5), "nbformat")
    check.same(
        raw["metadata"],
        {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
        "metadata",
    )
    check(text == nbformat.writes(notebook) + "\n", "the notebook is not written as nbformat writes it, with indent 1")
    ids = [cell["id"] for cell in raw["cells"]]
    check(
        len(set(ids)) == len(ids) and all(re.fullmatch("[a-z]+(-[a-z]+)*", i) for i in ids),
        "cell ids are words, each once",
    )
    for cell in raw["cells"]:
        check.same(cell["metadata"], {}, f"metadata of cell {cell['id']}")
        if cell["cell_type"] == "code":
            check(cell["outputs"], f"cell {cell['id']} is stored without outputs")
            check.same(cell["execution_count"], None, f"execution count of cell {cell['id']}")


def settled(output) -> dict:
    """An output without what differs from run to run: addresses, and the names that pandas draws for styled tables."""
    output = json.loads(json.dumps(output))
    if "metadata" in output:
        output["metadata"] = {}
    if "execution_count" in output:
        output["execution_count"] = None
    for kind, text in output.get("data", {}).items():
        if kind.startswith("text/"):
            output["data"][kind] = re.sub(r"\bT_[0-9a-f]{5}", "T_table", re.sub(r" at 0x[0-9a-f]+", "", text))
    return output


def store(notebook, path: pathlib.Path):
    """Writes the notebook with its outputs."""
    import nbformat

    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = [nbformat.from_dict(settled(output)) for output in cell.outputs]
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    nbformat.write(notebook, path)


def check_stored(check: Checks, text: str, executed: pathlib.Path):
    """The outputs in the notebook are those of this run, but for the pixels of plots, which are matplotlib's matter."""
    import nbformat

    def outputs(notebook) -> dict:
        cells = {cell.id: [settled(output) for output in cell.outputs] for cell in notebook.cells if cell.cell_type == "code"}
        for output in (output for found in cells.values() for output in found):
            output.get("data", {}).pop("image/png", None)
        return cells

    stored, now = outputs(nbformat.reads(text, 4)), outputs(nbformat.read(executed, 4))
    for ident, found in now.items():
        check(stored.get(ident) == found, f"cell {ident} is stored with other outputs than it has; --rewrite, and look at them")


def execute(notebook, adult: pathlib.Path | None):
    """Runs the notebook with verify() behind it and returns what that printed, None if nothing; the notebook then has
    its outputs."""
    import nbformat
    from nbconvert.preprocessors import ExecutePreprocessor

    extra = nbformat.v4.new_code_cell(
        f"import sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, {str(HERE)!r})\n"
        f"import verify\nverify.verify(globals(), {str(adult) if adult else None!r})"
    )
    notebook.cells.append(extra)
    runner = ExecutePreprocessor(
        timeout=None, allow_errors=True, kernel_name="python3", extra_arguments=["--log-level=ERROR"]
    )
    runner.preprocess(notebook, {"metadata": {"path": str(HERE)}})
    notebook.cells.pop()
    verdict = None
    for output in extra.outputs:
        if output.output_type == "error":
            verdict = {"count": 1, "failed": [f"verify: {output.ename}: {output.evalue}"], "shown": {}, "python": None}
        elif output.output_type == "stream" and output.name == "stdout" and output.text.startswith(MARK):
            verdict = json.loads(output.text[len(MARK) :])
    return verdict


def check_png(check: Checks, cell, folder: pathlib.Path, name: str):
    """The cell shows one PNG of a sensible size that is not blank. It is put into the folder as well."""
    import matplotlib.image

    images = [o.data["image/png"] for o in cell.outputs if "image/png" in o.get("data", {})]
    check.same(len(images), 1, f"plots of cell {cell.id}")
    for image in images[:1]:
        data = base64.b64decode(image)
        check(data.startswith(b"\x89PNG\r\n\x1a\n"), f"the plot of cell {cell.id} is no PNG")
        width, height = struct.unpack(">II", data[16:24])
        check(
            800 <= width <= 2000 and 350 <= height <= 1200, f"the plot of cell {cell.id} has {width} x {height} pixels"
        )
        path = folder / f"{name}-{cell.id}.png"
        path.write_bytes(data)
        pixels = matplotlib.image.imread(path)[:, :, :3]
        check((pixels.min(axis=2) < 0.95).mean() > 0.05, f"the plot of cell {cell.id} is nearly blank")


def check_page(check: Checks, cell):
    """The cell shows a whole page, whose style is for itself only: every rule is about its element."""
    pages = [o.data["text/html"] for o in cell.outputs if "text/html" in o.get("data", {})]
    check.same(len(pages), 1, "pages of cell report")
    for page in pages[:1]:
        check(page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>"), "the page is not whole")
        check("Census extract" in page and 'id="verdict"' in page, "the page has no title or verdict")
        check("<script" not in page, "the page has a script")
        style = re.search("<style>(.*?)</style>", page, re.S).group(1)
        outer = re.sub(r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "", style)
        for rule in filter(None, map(str.strip, outer.splitlines())):
            check("skyline-report" in rule or "skyline-chart" in rule or rule in ("@page", "@media print"), f"a rule of the page is about others: {rule}")


def check_run(check: Checks, text: str, name: str, adult: pathlib.Path | None, folder: pathlib.Path):
    """Runs the notebook on one of the data sets and checks what it shows."""
    import nbformat

    notebook = nbformat.reads(text, 4)
    verdict = execute(notebook, adult)
    nbformat.write(notebook, folder / f"{name}.ipynb")

    cells = {cell.id: cell for cell in notebook.cells if cell.cell_type == "code"}
    for cell in cells.values():
        for output in cell.outputs:
            check(output.output_type != "error", f"cell {cell.id}: {output.get('ename')}: {output.get('evalue')}")
            check(output.get("name") != "stderr", f"cell {cell.id} writes to stderr: {output.get('text')}")
        check(cell.outputs, f"cell {cell.id} shows nothing")
    for plot in ("find-plot", "surface-plot"):
        check(plot in cells, f"there is no cell {plot}")
        if plot in cells:
            check_png(check, cells[plot], folder, name)

    check("report" in cells, "there is no cell report")
    if "report" in cells:
        check_page(check, cells["report"])

    check(verdict is not None, "verify printed nothing")
    if verdict is None:
        return
    check.count += verdict["count"]
    check.failed += verdict["failed"]
    if not verdict["failed"]:
        check.same(verdict["python"], sys.executable, "the kernel's Python")
    for ident, texts in verdict["shown"].items():
        outputs = cells[ident].outputs if ident in cells else []
        seen = "".join(o.get("text", "") + o.get("data", {}).get("text/html", "") for o in outputs)
        for wanted in texts:
            if isinstance(wanted, list):  # the numbers of a styled table
                check.same(re.findall(r">(\d\.\d{3})<", seen), wanted, f"numbers that cell {ident} shows")
            else:
                check(wanted in seen, f"cell {ident} does not show what its variable holds: {wanted[:200]}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs skyline.ipynb and checks what it shows.")
    parser.add_argument(
        "folder", nargs="?", type=pathlib.Path, help="for the executed copies and the plots (default: a temporary one)"
    )
    parser.add_argument(
        "--rewrite", action="store_true", help="store the outputs of the run on the Adult data in the notebook"
    )
    parser.add_argument(
        "--notebook", type=pathlib.Path, default=NOTEBOOK, help="another notebook to check, to see that this can fail"
    )
    arguments = parser.parse_args()
    folder = arguments.folder or pathlib.Path(tempfile.mkdtemp(prefix="skyline-notebook-"))
    folder.mkdir(parents=True, exist_ok=True)

    missing = [
        name
        for name in (HERE.parent / "locks" / "notebook.in").read_text().split()
        if importlib.util.find_spec(name) is None
    ]
    if missing:
        print(
            f"not installed: {', '.join(missing)}; pip install -r tests/hosts/locks/notebook.txt",
            file=sys.stderr,
        )
        return 2

    import nbformat

    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # the kernel of this Python
    os.environ.pop("MPLBACKEND", None)  # plots go into the notebook
    text = arguments.notebook.read_text(encoding="utf-8")

    data = pathlib.Path(os.environ.get("SKYLINE_DATA") or HERE.parent.parent / "data").resolve()
    runs = {"adult": data / "adult.csv", "built-in": None}

    committed = Checks()
    check_committed(committed, text)
    results = {"as committed": (committed, 0.0)}
    with tempfile.TemporaryDirectory() as empty:
        for name, adult in runs.items():
            start, check = time.monotonic(), Checks()
            os.environ["SKYLINE_DATA"] = str(adult.parent if adult else pathlib.Path(empty) / "missing")
            check_run(check, text, name, adult, folder)
            if adult and arguments.rewrite:
                store(nbformat.read(folder / f"{name}.ipynb", 4), arguments.notebook)
            elif adult:
                check_stored(check, text, folder / f"{name}.ipynb")
            results[name] = (check, time.monotonic() - start)

    for name, (check, seconds) in results.items():
        print(f"{name}: {check.count} checks, {len(check.failed)} failed" + (f", {seconds:.1f} s" if seconds else ""))
        for message in check.failed[:20]:
            print("  " + message)
    print(f"executed copies and plots: {folder}")
    return 1 if any(check.failed for check, _ in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
