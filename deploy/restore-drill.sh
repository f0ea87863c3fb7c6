#!/usr/bin/env bash
# Proves that a backup of backup.sh can be restored: into a scratch database, which is removed afterwards.
#   SCRATCH_URL=postgres://admin:…@scratch-host/postgres BACKUP_KEY=/media/safe/backup-key.pem \
#     deploy/restore-drill.sh /var/backups/archwire/20261121T080000Z [files]
# The server may be a fresh one: nothing of the portal's roles is needed. With S3_… or DATA_DIR of the portal in the
# environment, the bytes of `files` (50) files are compared with their hashes. Exits with 1 when a piece, a row, an
# invariant, a migration of this release or a file is wrong, and when there are files and no storage to look for them.
set -euo pipefail
backup=${1:?folder of a backup}
files=${2:-50}
: "${SCRATCH_URL:?address of a role that may create databases, in the environment}"
: "${BACKUP_KEY:?file of the private key that opens the dumps}"
here=$(dirname "$0")
name=archwire_drill_$$
. "$here/service-file.sh"
use_database admin "$SCRATCH_URL"
scratch=$(sed -E "s#(//[^/]*)/[^?]*#\1/$name#" <<< "$SCRATCH_URL")
use_database scratch "$scratch"
unset SCRATCH_URL
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
trap 'run service=admin -c "drop database if exists $name with (force)"; rm -f "$PGSERVICEFILE"' EXIT

began=$SECONDS
wrong=0
(cd "$backup" && sha256sum --quiet --check SHA256SUMS) || { echo 'THE BACKUP IS NOT WHOLE: a piece is missing or damaged.'; exit 1; }
run service=admin -c "create database $name"
# A passphrase of the key is asked for once a piece, unless BACKUP_KEY_PASS says how to get it (file:…, env:…).
for piece in "$backup"/archwire.dump.*.cms; do
  openssl cms -decrypt -inform DER -in "$piece" -inkey "$BACKUP_KEY" ${BACKUP_KEY_PASS:+-passin "$BACKUP_KEY_PASS"}
done | pg_restore --exit-on-error --no-owner --no-privileges --dbname=service=scratch
echo "restored in $((SECONDS - began)) s"

diff "$backup/row-counts.txt" <(run service=scratch -f "$here/row-counts.sql" | sort) && echo "row counts of $(wc -l < "$backup/row-counts.txt") tables are equal" || wrong=1
while read -r line; do
  echo "$line"
  [[ $line == *': 0' ]] || wrong=1
done < <(run service=scratch -f "$here/invariants.sql" || echo 'the invariants could not be read: 1')
for file in "$here"/../apps/server/migrations/*.sql; do
  migration=$(basename "$file")
  [[ $(run service=scratch -c "select count(*) from schema_migrations where name = '$migration'") == 1 ]] || { echo "missing $migration"; wrong=1; }
done
if [[ -n ${S3_BUCKET:-}${DATA_DIR:-} ]]; then
  NODE_ENV=development DATABASE_URL='' DATABASE_APP_URL=$scratch \
    "$here/../node_modules/.bin/node" --disable-warning=ExperimentalWarning "$here/../apps/server/src/check-files-main.ts" "$files" || wrong=1
elif grep -q '^public\.patient_files 0$' "$backup/row-counts.txt"; then
  echo 'no files to look at'
else
  echo 'files were not looked at: neither S3_BUCKET nor DATA_DIR is set'
  wrong=1
fi
[[ $wrong == 0 ]] && echo 'The backup is whole.' || { echo 'THE BACKUP IS NOT WHOLE.'; exit 1; }
