#!/usr/bin/env bash
# Runs a command with TEST_S3_URL set to a temporary server with the S3 API, and stops it afterwards.
# Without such a server on the machine (moto, from PyPI) the command runs without it; in CI that is an error.
set -euo pipefail

if [ -n "${TEST_S3_URL:-}" ]; then exec "$@"; fi

# `.ci/run` installs it here.
export PYTHONPATH=${CARGO_TARGET_DIR:-target}/moto${PYTHONPATH:+:$PYTHONPATH}
if ! python3 -c 'import moto.server' 2>/dev/null; then
  [ -n "${CI:-}" ] && { echo "CI needs a server with the S3 API (moto[server] from PyPI)." >&2; exit 1; }
  echo "No server with the S3 API found: its tests are skipped." >&2
  exec "$@"
fi

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
python3 -m moto.server -H 127.0.0.1 -p "$port" >/dev/null 2>&1 &
store=$!
trap 'kill "$store" 2>/dev/null || true' EXIT
for _ in $(seq 100); do
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
  kill -0 "$store" 2>/dev/null || { echo "The S3 server exited while it started." >&2; exit 1; }
  sleep 0.1
done
TEST_S3_URL="http://127.0.0.1:$port" "$@"
