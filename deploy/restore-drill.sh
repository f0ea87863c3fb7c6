#!/usr/bin/env bash
# Proves that a backup of backup.sh can be restored: into a scratch database, which is removed afterwards.
#   deploy/restore-drill.sh /var/backups/archwire/20261121T080000Z postgres://admin:...@scratch-host/postgres
# Exits with 1 when a row is missing, an invariant is broken, or a migration of this release is not in it.
set -euo pipefail
backup=${1:?folder of a backup}
admin=${2:?URL of a role that may create databases}
here=$(dirname "$0")
name=archwire_drill_$$
scratch=$(sed -E "s#(//[^/]*)/[^?]*#\1/$name#" <<< "$admin")
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
trap 'run "$admin" -c "drop database if exists $name with (force)"' EXIT

began=$SECONDS
run "$admin" -c "create database $name"
# Grants in the dump name this role; a scratch server may not have it.
run "$admin" -c "do \$\$ begin create role archwire_app nologin; exception when duplicate_object then null; end \$\$"
pg_restore --exit-on-error --no-owner --dbname="$scratch" "$backup/archwire.dump"
echo "restored in $((SECONDS - began)) s"

wrong=0
diff "$backup/row-counts.txt" <(run "$scratch" -f "$here/row-counts.sql" | sort) && echo "row counts of $(wc -l < "$backup/row-counts.txt") tables are equal" || wrong=1
while read -r line; do
  echo "$line"
  [[ $line == *': 0' ]] || wrong=1
done < <(run "$scratch" -f "$here/invariants.sql" || echo 'the invariants could not be read: 1')
for file in "$here"/../apps/server/migrations/*.sql; do
  migration=$(basename "$file")
  [[ $(run "$scratch" -c "select count(*) from schema_migrations where name = '$migration'") == 1 ]] || { echo "missing $migration"; wrong=1; }
done
[[ $wrong == 0 ]] && echo 'The backup is whole.' || { echo 'THE BACKUP IS NOT WHOLE.'; exit 1; }
