#!/usr/bin/env bash
# Runs a command with TEST_PGBOUNCER_URL set to a temporary PgBouncer in transaction mode in front of the PostgreSQL
# server of TEST_POSTGRES_URL, and stops it afterwards.
# Without PgBouncer on the machine the command runs without it; in CI that is an error.
set -euo pipefail

if [ -n "${TEST_PGBOUNCER_URL:-}" ] || [ -z "${TEST_POSTGRES_URL:-}" ]; then exec "$@"; fi

# Debian installs it in /usr/sbin, which is not in the PATH of other users.
pgbouncer=$(PATH=$PATH:/usr/sbin command -v pgbouncer || true)
if [ -z "$pgbouncer" ]; then
  [ -n "${CI:-}" ] && { echo "CI needs PgBouncer (apt-get install pgbouncer)." >&2; exit 1; }
  echo "No PgBouncer found: its tests are skipped (apt-get install pgbouncer)." >&2
  exec "$@"
fi

# user[:password]@host[:port] of postgres://user[:password]@host[:port]/name
server=${TEST_POSTGRES_URL#*://}
server=${server%%/*}
user=${server%@*}
password=
case $user in *:*) password=" password=${user#*:}" user=${user%%:*} ;; esac
host=${server##*@}
case $host in *:*) ;; *) host=$host:5432 ;; esac

folder=$(mktemp -d "${TMPDIR:-/tmp}/karst-pgbouncer.XXXXXX")
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
# Few server connections for each database, so that clients share them. Startup parameters and the like stay as restricted
# as in the default configuration.
cat >"$folder/pgbouncer.ini" <<INI
[databases]
* = host=${host%:*} port=${host##*:} user=$user$password
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $port
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 2000
server_idle_timeout = 10
server_login_retry = 1
INI

# PgBouncer refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then as=(-u nobody); fi
"$pgbouncer" "${as[@]}" "$folder/pgbouncer.ini" >"$folder/log" 2>&1 &
pooler=$!
trap 'kill "$pooler" 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
  kill -0 "$pooler" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
  sleep 0.1
done
TEST_PGBOUNCER_URL="postgres://$user@127.0.0.1:$port/postgres" "$@"
