# Steps of .ci/run and the count of their tests. To be sourced; expects
# "set -uo pipefail".

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed_steps=()
flaky=()
passed=0 failed=0 skipped=0
# "no" where a program is missing that some tests need: they are skipped then.
complete=yes

# step NAME COMMAND...: runs it, shows its output, prints how long it took.
step() {
  local name=$1 began=$SECONDS status=0
  shift
  echo "== $name"
  "$@" 2>&1 | tee "$logs/output" || status=$?
  ended "$name" $((SECONDS - began)) "$status"
}

# begin NAME COMMAND...: a step beside the ones that follow, until `finish`.
declare -A begun
begin() {
  local name=$1 began=$SECONDS
  shift
  (
    "$@" >"$logs/$name" 2>&1
    status=$?
    echo "$((SECONDS - began))" >"$logs/$name.seconds"
    exit "$status"
  ) &
  begun[$name]=$!
}

# finish NAME: waits for a step that was begun, shows its output, prints how long it took.
finish() {
  local name=$1 status=0
  wait "${begun[$name]}" || status=$?
  echo "== $name"
  tee "$logs/output" <"$logs/$name"
  ended "$name" "$(<"$logs/$name.seconds")" "$status"
}

# ended NAME SECONDS STATUS: prints how a step ended, and keeps its name if it failed.
ended() {
  echo "== $1: $2 s$([ "$3" = 0 ] || echo ", FAILED")"
  [ "$3" = 0 ] || failed_steps+=("$1")
  return "$3"
}

# tests NAME COMMAND...: a step that ends with a count, which is added up. It
# fails with any failed test, whatever its exit code, and without any that passed.
# Lines "flaky: FILE" before the count are kept for the summary.
# A last line "left out: WHY" in place of the count says that none could be run.
tests() {
  local status=0
  step "$@" || status=$?
  add_up "$1" "$status"
}

# finish_tests NAME: the same for a step that was begun.
finish_tests() {
  local status=0
  finish "$1" || status=$?
  add_up "$1" "$status"
}

# add_up NAME STATUS: adds the count that a step has printed.
add_up() {
  local name=$1 status=$2 count step_passed step_failed step_skipped
  [[ $status = 0 && $(tail -n 1 "$logs/output") = "left out: "* ]] && return
  mapfile -t -O "${#flaky[@]}" flaky < <(grep '^flaky: ' "$logs/output")
  count=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$logs/output" | tail -n 1)
  if ! [[ $count =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
    failed=$((failed + 1))
    failed_steps+=("$name: printed no count of its tests")
    return
  fi
  step_passed=${BASH_REMATCH[1]} step_failed=${BASH_REMATCH[2]} step_skipped=${BASH_REMATCH[3]}
  passed=$((passed + step_passed))
  failed=$((failed + step_failed))
  skipped=$((skipped + step_skipped))
  if [ "$step_failed" != 0 ]; then
    failed_steps+=("$name: $step_failed failed")
  elif [ "$status" != 0 ]; then
    # It failed outside its tests: the sum must show it.
    failed=$((failed + 1))
  fi
  [ "$step_passed" != 0 ] || failed_steps+=("$name: no test passed")
  if [ "$complete" = yes ] && [ "$step_skipped" != 0 ]; then
    failed_steps+=("$name: $step_skipped skipped")
  fi
}

# summary: prints what failed, what was flaky and, as the last line, the sum. Its
# status is the one of the whole run.
summary() {
  [ "$passed" != 0 ] || failed_steps+=("no test passed")
  [ ${#flaky[@]} = 0 ] || printf '%s\n' "${flaky[@]}"
  if [ ${#failed_steps[@]} != 0 ]; then
    [ "$failed" != 0 ] || failed=1
    printf 'Failed: %s\n' "${failed_steps[@]}"
  fi
  echo "$passed passed, $failed failed, $skipped skipped"
  [ ${#failed_steps[@]} = 0 ]
}
