#!/usr/bin/env bash
# Attacks by machine, at length: `cargo fuzz` for each thing that takes bytes from strangers, and then every call of the
# contract by schemathesis, as a visitor, a viewer, a business owner and an admin of a guide that was just set
# up. Writes what came of it into docs/fuzzing.md; anything that is found ends it with a failure.
#
#   FUZZ_SECONDS=60    how long each of the first kind is tried
#   FUZZ_EXAMPLES=30   how many requests schemathesis makes of each call, for each role
set -euo pipefail
cd "$(dirname "$0")/../.."

TARGET=${CARGO_TARGET_DIR:-target}
CMS=$TARGET/quick/cms
: "${FUZZ_SECONDS:=60}" "${FUZZ_EXAMPLES:=30}"
work=$(mktemp -d)
server=
faults=0
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

echo "== The fuzzer, $FUZZ_SECONDS seconds for each target"
command -v cargo-fuzz >/dev/null || cargo install --quiet --locked cargo-fuzz
# The fuzzer's own flags want a nightly compiler, or this word for the stable one.
export RUSTC_BOOTSTRAP=1 CARGO_PROFILE_RELEASE_STRIP=none
fuzz() { cargo fuzz "$1" --fuzz-dir cms/fuzz --target-dir "$TARGET/fuzz" "${@:2}"; }
fuzz build
for target in conditional_headers cursor forwarded_for html image_file opening_hours overlay; do
  # What is bred stays in the target folder; what breaks a property is kept where every test run tries it.
  mkdir -p "$TARGET/bred/$target"
  broke=
  fuzz run "$target" "$TARGET/bred/$target" "cms/tests/fuzz/$target" -- -max_total_time="$FUZZ_SECONDS" -max_len=65536 \
    -timeout=20 -report_slow_units=20 -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="cms/tests/fuzz/$target/found-" \
    >"$work/fuzz-$target" 2>&1 || broke=" **A property broke.**"
  [ -z "$broke" ] || { tail -n 60 "$work/fuzz-$target"; faults=$((faults + 1)); }
  runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$work/fuzz-$target")
  covered=$(sed -nE 's/.*cov: ([0-9]+).*/\1/p' "$work/fuzz-$target" | tail -n 1)
  bred=$(find "$TARGET/bred/$target" -type f | wc -l)
  echo "$target: ${runs:-0} inputs, ${covered:-0} edges of code reached, $bred files bred.$broke" | tee -a "$work/fuzzed"
done
unset RUSTC_BOOTSTRAP CARGO_PROFILE_RELEASE_STRIP

echo "== Every call, $FUZZ_EXAMPLES requests for each role"
if ! PYTHONPATH=$TARGET/schemathesis python3 -c 'import schemathesis' 2>/dev/null; then
  pip install --quiet --disable-pip-version-check --root-user-action=ignore --target "$TARGET/schemathesis" 'schemathesis==4.32.5'
fi
PYTHONPATH=$(realpath "$TARGET/schemathesis")
export PYTHONPATH
address=127.0.0.1:$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$CMS" --data-dir "$work/guide" setup >/dev/null
for role in viewer business_owner admin; do
  echo "boats-and-$role" | "$CMS" --data-dir "$work/guide" user add --email "$role@example.net" --role "$role" --password-stdin
done
POSTS_PER_HOUR=0 "$CMS" --data-dir "$work/guide" serve --api-only --listen "$address" --public-url "http://$address" \
  >"$work/log" 2>&1 &
server=$!
for _ in $(seq 100); do curl -sf "http://$address/healthz" >/dev/null && break || sleep 0.2; done

# Calls that would end the session with which the others are made, or take the role away.
endings='^(signOut|signOutEverywhere|endSession|deleteAccount|changePassword|(offer|confirm|remove)SecondFactor|(update|delete)User)$'
ask_as() {
  local words=()
  if [ "$1" != visitor ]; then
    token=$(curl -sf "http://$address/api/auth/sign-in" -H 'Content-Type: application/json' \
      -d "{\"email\": \"$1@example.net\", \"password\": \"boats-and-$1\"}" | sed -E 's/.*"token":"([^"]*)".*/\1/')
    words=(-H "Authorization: Bearer $token" --exclude-operation-id-regex "$endings")
  fi
  # What a form refuses that its schema allows, or the other way round, is no fault here: rules that need the database
  # stand in no schema, and numeric strings are numbers.
  (cd "$work" && python3 -m schemathesis.cli --no-color run "http://$address/api/openapi.json" "${words[@]}" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance \
    --phases examples,coverage,fuzzing --max-examples "$FUZZ_EXAMPLES" --continue-on-failure \
    --suppress-health-check all --warnings off) >"$work/$1" 2>&1
}
# Side by side: schemathesis thinks longer than the guide answers.
for role in visitor viewer business_owner admin; do
  ask_as "$role" &
  echo $! >"$work/pid-$role"
done
for role in visitor viewer business_owner admin; do
  if ! wait "$(cat "$work/pid-$role")"; then
    faults=$((faults + 1))
    tail -n 200 "$work/$role"
  fi
  grep -E '^ +[0-9]+ generated' "$work/$role" | sed "s/^ */$role: /" | tee -a "$work/calls" || true
done
grep -c ERROR "$work/log" >"$work/errors" || true

{
  echo '# Attacks by machine'
  echo
  echo 'Written by `make fuzz`: see `cms/tests/fuzz.sh` for what it does.'
  echo
  echo "Last run: $(date -u +%F) on commit $(git rev-parse --short HEAD), $(nproc) cores, $(uname -sm)."
  echo
  echo "\`cargo fuzz\` with the address sanitizer, $FUZZ_SECONDS seconds for each target, from \`cms/tests/fuzz\` and what earlier"
  echo 'runs bred:'
  echo
  sed 's/^/- /' "$work/fuzzed"
  echo
  echo "Every call of the contract by schemathesis 4.32.5, up to $FUZZ_EXAMPLES generated requests for each beside its systematic"
  echo 'ones. No answer was 5xx, and each was of a status, a type and a schema that the contract promises, unless it says so here:'
  echo
  sed 's/^/- /' "$work/calls"
  echo "- errors in the server's log: $(cat "$work/errors")"
} >docs/fuzzing.md
exit "$faults"
