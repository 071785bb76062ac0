#!/usr/bin/env bash
# Long fuzzing: `cargo fuzz` for each parser of untrusted bytes, and then every call of the contract by schemathesis, as
# an anonymous caller, a viewer, a business owner and an admin of a new installation. Writes the results to
# docs/fuzzing.md; any finding makes it fail.
#
#   FUZZ_SECONDS=60    seconds for each target of cargo fuzz
#   FUZZ_EXAMPLES=30   requests of schemathesis for each call and role
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
# The flags of cargo fuzz need a nightly compiler, or this variable for the stable one.
export RUSTC_BOOTSTRAP=1 CARGO_PROFILE_RELEASE_STRIP=none
# With one codegen unit, the default of cargo fuzz, one core compiles `cms` for more than a quarter of an hour.
fuzz() { cargo fuzz "$1" --codegen-units 16 --fuzz-dir cms/fuzz --target-dir "$TARGET/fuzz" "${@:2}"; }
fuzz build
run_target() {
  local target=$1 broke= runs covered files
  # The grown corpus stays in the target folder; an input that breaks a property goes where every test run tries it.
  mkdir -p "$TARGET/corpus/$target"
  fuzz run "$target" "$TARGET/corpus/$target" "cms/tests/fuzz/$target" -- -max_total_time="$FUZZ_SECONDS" -max_len=65536 \
    -timeout=20 -report_slow_units=20 -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="cms/tests/fuzz/$target/found-" \
    >"$work/fuzz-$target" 2>&1 || broke=" **A property broke.**"
  [ -z "$broke" ] || tail -n 60 "$work/fuzz-$target"
  runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$work/fuzz-$target")
  covered=$(sed -nE 's/.*cov: ([0-9]+).*/\1/p' "$work/fuzz-$target" | tail -n 1)
  files=$(find "$TARGET/corpus/$target" -type f | wc -l)
  echo "$target: ${runs:-0} inputs, ${covered:-0} edges covered, $files files in the corpus.$broke" | tee "$work/fuzzed-$target"
}
# One target for each core.
targets=(conditional_headers cursor forwarded_for html image_file opening_hours overlay)
for target in "${targets[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
  run_target "$target" &
done
wait
cat "${targets[@]/#/$work/fuzzed-}" >"$work/fuzzed"
faults=$(grep -c 'A property broke' "$work/fuzzed" || true)
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

# Calls that would end the session or take away the role that the other calls need.
endings='^(signOut|signOutEverywhere|revokeSession|deleteAccount|changePassword|beginSecondFactorEnrollment|(confirm|remove)SecondFactor|(update|delete)User)$'
call_as() {
  local words=()
  if [ "$1" != anonymous ]; then
    token=$(curl -sf "http://$address/api/auth/sign-in" -H 'Content-Type: application/json' \
      -d "{\"email\": \"$1@example.net\", \"password\": \"boats-and-$1\"}" | sed -E 's/.*"token":"([^"]*)".*/\1/')
    words=(-H "Authorization: Bearer $token" --exclude-operation-id-regex "$endings")
  fi
  # Differences between a form and its schema are no finding: rules that need the database are not in the schema, and
  # numeric strings are numbers.
  (cd "$work" && python3 -m schemathesis.cli --no-color run "http://$address/api/openapi.json" "${words[@]}" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance \
    --phases examples,coverage,fuzzing --max-examples "$FUZZ_EXAMPLES" --continue-on-failure \
    --suppress-health-check all --warnings off) >"$work/$1" 2>&1
}
# In parallel, because schemathesis takes longer than the server.
for role in anonymous viewer business_owner admin; do
  call_as "$role" &
  echo $! >"$work/pid-$role"
done
for role in anonymous viewer business_owner admin; do
  if ! wait "$(cat "$work/pid-$role")"; then
    faults=$((faults + 1))
    tail -n 200 "$work/$role"
  fi
  grep -E '^ +[0-9]+ generated' "$work/$role" | sed "s/^ */$role: /" | tee -a "$work/calls" || true
done
# An error that no response shows is a finding too: the log is removed with this run, so its errors are printed.
grep ERROR "$work/log" >"$TARGET/fuzz-errors.log" || true
wc -l <"$TARGET/fuzz-errors.log" >"$work/errors"
if [ -s "$TARGET/fuzz-errors.log" ]; then
  faults=$((faults + 1))
  head -n 20 "$TARGET/fuzz-errors.log"
fi

{
  echo '# Fuzzing'
  echo
  echo 'Written by `make fuzz` (`cms/tests/fuzz.sh`).'
  echo
  echo "Last run: $(date -u +%F) on commit $(git rev-parse --short HEAD), $(nproc) cores, $(uname -sm)."
  echo
  echo "\`cargo fuzz\` with the address sanitizer, $FUZZ_SECONDS seconds for each target, from \`cms/tests/fuzz\` and the"
  echo 'corpus of earlier runs:'
  echo
  sed 's/^/- /' "$work/fuzzed"
  echo
  echo "Every call of the contract by schemathesis 4.32.5, up to $FUZZ_EXAMPLES generated requests for each besides its systematic"
  echo 'ones. Except for the failures listed here, no response was 5xx, and each had a documented status, media type and schema:'
  echo
  sed 's/^/- /' "$work/calls"
  echo "- errors in the server's log: $(cat "$work/errors")"
} >docs/fuzzing.md
exit "$faults"
