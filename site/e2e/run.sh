#!/usr/bin/env bash
# End-to-end tests: Chromium against a temporary guide on a free port.
#
#   site/e2e/run.sh                        every test
#   site/e2e/run.sh --project=shots        a screenshot of every screen, into shots/
#   site/e2e/run.sh --project=desktop -g typewriter   any arguments of Playwright
#
# Needs the three built parts (make build). CMS, SITE_DIR and CONSOLE_DIR name other builds.
set -euo pipefail
cd "$(dirname "$0")/../.."

CMS=${CMS:-${CARGO_TARGET_DIR:-target}/quick/cms}
[ -x "$CMS" ] || { echo "$CMS is missing: run make build." >&2; exit 1; }
CMS=$(realpath "$CMS")

# Finds the browser: CHROMIUM, an installed one, the distribution's package, or Playwright's own. The headless shell comes
# first, because it needs a third less time.
find_chromium() {
  local name
  for name in ${CHROMIUM:+"$CHROMIUM"} chromium-headless-shell chromium google-chrome chromium-browser; do
    command -v "$name" && return
  done
  return 1
}
if ! CHROMIUM=$(find_chromium); then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation >/dev/null; then
    CHROMIUM=$(find_chromium)
  else
    (cd site && npx playwright install chromium)
    CHROMIUM=
  fi
fi

work=$(mktemp -d)
server=
stop() {
  local status=$?
  trap - EXIT
  if [ -n "$server" ] && kill "$server" 2>/dev/null; then
    # A server that does not stop is an error, and must not block this script.
    for _ in $(seq 160); do
      kill -0 "$server" 2>/dev/null || break
      sleep 0.25
    done
    if kill -KILL "$server" 2>/dev/null; then
      echo "The server did not stop within 40 seconds." >&2
      [ "$status" -ne 0 ] || status=1
    fi
    wait "$server" 2>/dev/null || true
  fi
  if [ "$status" -ne 0 ] && [ -s "$work/server.log" ]; then
    echo "== Log of the server (the last 60 lines, without those about emails)" >&2
    grep -v "cms mail list" "$work/server.log" | tail -n 60 >&2
  fi
  if [ "$status" -ne 0 ] && [ -s "$work/tests.log" ]; then
    # Repeated at the end of the long log.
    echo "== Failed tests" >&2
    grep -E -A 14 '^  [0-9]+\) \[' "$work/tests.log" | head -n 60 >&2
    grep -E '^    \[[a-z-]+\] › ' "$work/tests.log" | sort -u | head -n 40 >&2
  fi
  rm -rf "$work"
  exit "$status"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# A guide with the starter content, its first admin, and one account of each other role.
setup_output=$("$CMS" --data-dir "$work/data" setup)
ADMIN_EMAIL=admin@example.org
ADMIN_PASSWORD=$(sed -n 's/^ *Password: *//p' <<<"$setup_output")
[ -n "$ADMIN_PASSWORD" ] || { echo "cms setup printed no password:" >&2; echo "$setup_output" >&2; exit 1; }
PEOPLE_PASSWORD=$(node -p 'crypto.randomUUID()')
for role in viewer business_owner; do
  "$CMS" --data-dir "$work/data" user add --email "$role@example.org" --role "$role" \
    --first-name Linh --last-name Tran --password-stdin <<<"$PEOPLE_PASSWORD" >/dev/null
done

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
BASE_URL=http://localhost:$port
# Tests send no requests to other hosts.
export CHECK_LINKS=false
# Only the Firebase tests use the emulator, with a guide of their own.
NO_COLOR=1 RUST_LOG=${RUST_LOG:-warn} LISTEN=127.0.0.1:$port PUBLIC_URL=$BASE_URL WEBHOOK_ALLOWED_NETWORKS=127.0.0.1 \
  env -u FIREBASE_AUTH_EMULATOR_HOST "$CMS" --data-dir "$work/data" serve >"$work/server.log" 2>&1 &
server=$!
for _ in $(seq 240); do
  if curl -fs -o /dev/null "$BASE_URL/readyz"; then break; fi
  kill -0 "$server" 2>/dev/null || { echo "The server exited during its start." >&2; exit 1; }
  sleep 0.25
done
curl -fs -o /dev/null "$BASE_URL/readyz" || { echo "The server was not ready after a minute." >&2; exit 1; }

export CMS CHROMIUM BASE_URL ADMIN_EMAIL ADMIN_PASSWORD PEOPLE_PASSWORD CMS_PID=$server GUIDE_DATA=$work/data
cd site
if [ $# -gt 0 ]; then
  npx playwright test "$@" 2>&1 | tee "$work/tests.log"
else
  # Many tests count public places and articles. Tests that publish some (`@publishes`) run after them, and tests that
  # change or stop shared parts (`serial`) one at a time at the end.
  projects=(--project=phone --project=console-phone --project=desktop --project=desktop-only)
  failed=0
  npx playwright test "${projects[@]}" --grep-invert @publishes 2>&1 | tee "$work/tests.log" || failed=1
  npx playwright test "${projects[@]}" --grep @publishes 2>&1 | tee -a "$work/tests.log" || failed=1
  npx playwright test --project=own-guide 2>&1 | tee -a "$work/tests.log" || failed=1
  npx playwright test --project=serial 2>&1 | tee -a "$work/tests.log" || failed=1
  npx playwright test --project=audit audit/html audit/structured audit/feed 2>&1 | tee -a "$work/tests.log" || failed=1
  exit "$failed"
fi
