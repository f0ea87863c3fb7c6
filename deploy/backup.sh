#!/usr/bin/env bash
# A dump of the database with the row counts of the very same moment, for restore-drill.sh to compare.
#   deploy/backup.sh postgres://owner:...@host/archwire /var/backups/archwire
set -euo pipefail
url=${1:?owner URL}
folder=${2:?folder}/$(date -u +%Y%m%dT%H%M%SZ)
umask 077
mkdir -p "$folder"
here=$(dirname "$0")

# One snapshot for dump and counts, kept open meanwhile: the portal goes on writing.
coproc session { psql -XqAt -v ON_ERROR_STOP=1 "$url"; }
exec 3<&"${session[0]}" 4>&"${session[1]}"
echo 'begin isolation level repeatable read read only; select pg_export_snapshot();' >&4
read -r snapshot <&3
pg_dump --format=custom --snapshot="$snapshot" --file="$folder/archwire.dump" "$url"
{ cat "$here/row-counts.sql"; echo '\q'; } >&4
exec 4>&-
sort <&3 > "$folder/row-counts.txt"
test -s "$folder/row-counts.txt"
echo "$folder: $(du -h "$folder/archwire.dump" | cut -f1), $(wc -l < "$folder/row-counts.txt") tables"
