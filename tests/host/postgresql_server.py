"""A real PostgreSQL server for tests, in a temporary folder, on a unix socket only."""

import glob
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest


class PostgresqlServer:
    """A server of its own, run as a user that is not root; ``database`` makes an empty database and returns its URL."""

    def __init__(self) -> None:
        program = shutil.which("pg_ctl") or next(iter(sorted(glob.glob("/usr/lib/postgresql/*/bin/pg_ctl"))), None)
        if program is None:
            pytest.fail("these tests need PostgreSQL: sudo apt-get install postgresql")
        # Its programs lie beside each other, also where pg_ctl is a link.
        self._programs = Path(program).resolve().parent
        # Short, because the path of a unix socket may not be long.
        self.folder = Path(tempfile.mkdtemp(prefix="hexlume-pg-", dir="/tmp"))
        self._user: dict[str, object] = {}
        if os.geteuid() == 0:
            # PostgreSQL refuses to be run by root.
            entry = pwd.getpwnam("postgres")
            self._user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        self._run("initdb", "-D", "data", "-U", "hexlume", "-A", "trust", "-E", "UTF8", "--no-sync")
        self._databases = 0
        self.start()

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        self._run("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", "data", "-w", "-m", mode, "stop")

    @contextmanager
    def away(self) -> Iterator[None]:
        """Be stopped while the context lasts."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://hexlume@/{database}?host={self.folder}"

    def database(self) -> str:
        self._databases += 1
        name = f"games{self._databases}"
        self.execute("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def execute(self, database: str, *statements: str) -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def _run(self, program: str, *arguments: str) -> None:
        ran = subprocess.run(
            [self._programs / program, *arguments],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=120,
            **self._user,  # type: ignore[call-overload]
        )
        log = self.folder / "log"
        assert ran.returncode == 0, f"{program} failed: {log.read_text() if log.exists() else ''}"
