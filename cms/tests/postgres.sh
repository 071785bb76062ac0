#!/usr/bin/env bash
# Runs a command with TEST_POSTGRES_URL set to a temporary PostgreSQL server, and removes it afterwards.
# Without a PostgreSQL server on the machine the command runs without it; in CI that is an error.
set -euo pipefail

if [ -n "${TEST_POSTGRES_URL:-}" ]; then exec "$@"; fi

bin=""
for folder in "$(dirname "$(readlink -f "$(command -v initdb || echo /nowhere/initdb)")")" /usr/lib/postgresql/*/bin; do
  [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ] && bin="$folder"
done
if [ -z "$bin" ]; then
  [ -n "${CI:-}" ] && { echo "CI needs a PostgreSQL server (initdb, pg_ctl)." >&2; exit 1; }
  echo "No PostgreSQL server found: its tests are skipped." >&2
  exec "$@"
fi

cluster=$(mktemp -d "${TMPDIR:-/tmp}/karst-pg.XXXXXX")
as() { "$@"; }
if [ "$(id -u)" = 0 ]; then
  # initdb refuses to run as root.
  chown postgres "$cluster"
  as() { runuser -u postgres -- "$@"; }
fi
stop() {
  as "$bin/pg_ctl" -D "$cluster/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$cluster"
}
trap stop EXIT
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' 2>/dev/null || echo 54329)
cd "$cluster"
as "$bin/initdb" -D "$cluster/data" -U postgres -A trust -E UTF8 --locale=C >/dev/null
# The server is temporary, so it does not flush to the disk, and its hundreds of small databases need no vacuum.
as "$bin/pg_ctl" -D "$cluster/data" -w -l "$cluster/log" \
  -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$cluster -c max_connections=400" \
  -o "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c autovacuum=off" \
  -o "-c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=4GB -c checkpoint_timeout=1h" \
  start >/dev/null || { cat "$cluster/log" >&2; exit 1; }
cd - >/dev/null
TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:$port/postgres" "$@"
