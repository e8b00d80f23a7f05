"""Builds the package with setuptools, so that the files are the same bytes whoever builds them, and when.

pyproject.toml names this module. What setuptools leaves to the moment and the machine is set afterwards:
times, permissions (umask), owners and the order in a sdist. SOURCE_DATE_EPOCH decides the time if it is
set (https://reproducible-builds.org/specs/source-date-epoch/), else a constant does.
"""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import time
import zipfile
from pathlib import Path
from typing import Any, Final

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401  # what pip asks for besides the two below
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

#: Seconds since 1970; a zip file knows no time before 1980.
_EPOCH: Final = int(os.environ.get("SOURCE_DATE_EPOCH", "1767225600"))  # the beginning of 2026


def build_wheel(directory: str, settings: Any = None, metadata: str | None = None) -> str:
    """Build a wheel in a directory; its name."""
    name: str = build_meta.build_wheel(directory, settings, metadata)
    path = Path(directory, name)
    with zipfile.ZipFile(path) as old:
        files = [(info.filename, old.read(info)) for info in old.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for file, content in files:
            info = zipfile.ZipInfo(file, time.gmtime(_EPOCH)[:6])
            info.external_attr = 0o100644 << 16
            new.writestr(info, content, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(directory: str, settings: Any = None) -> str:
    """Build a source distribution in a directory; its name."""
    name: str = build_meta.build_sdist(directory, settings)
    path = Path(directory, name)
    archive = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=archive, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            new.addfile(_anonymous(member), old.extractfile(member) if member.isfile() else None)
    with open(path, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=_EPOCH) as packed:
        packed.write(archive.getvalue())
    return name


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry of a sdist without what tells who packed it, and when."""
    plain = tarfile.TarInfo(member.name)
    plain.type = member.type
    plain.size = member.size
    plain.linkname = member.linkname
    plain.mtime = _EPOCH
    plain.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return plain
