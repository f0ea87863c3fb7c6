#!/usr/bin/env bash
# A dump of the database, encrypted to a public key, with the row counts of the very same moment for restore-drill.sh.
#   DATABASE_URL=postgres://archwire_owner:…@host/archwire deploy/backup.sh /var/backups/archwire /etc/archwire/backup-cert.pem
# The private key is not on this machine: who steals the dumps reads nothing. No plain byte of the dump touches a disk.
set -euo pipefail
folder=${1:?folder}/$(date -u +%Y%m%dT%H%M%SZ)
certificate=${2:?certificate of the key that dumps are encrypted to (docs/deploy.md)}
: "${DATABASE_URL:?the owner’s address, in the environment}"
here=$(dirname "$0")
umask 077
. "$here/service-file.sh"
trap 'rm -rf "$PGSERVICEFILE" "$folder.part"' EXIT
use_database archwire "$DATABASE_URL"
unset DATABASE_URL
openssl x509 -noout -checkend 0 -in "$certificate" > /dev/null || { echo "$certificate has expired or is no certificate" >&2; exit 1; }
mkdir -p "$folder.part"

# One snapshot for dump and counts, kept open meanwhile: the portal goes on writing.
coproc session { psql -XqAt -v ON_ERROR_STOP=1 service=archwire; }
exec 3<&"${session[0]}" 4>&"${session[1]}"
echo 'begin isolation level repeatable read read only; select pg_export_snapshot();' >&4
read -r snapshot <&3
# Pieces of 256 MB, each an authenticated envelope (AES-256-GCM): openssl holds a whole one in memory to open it.
export certificate
pg_dump --format=custom --snapshot="$snapshot" --dbname=service=archwire |
  split --bytes=256M --suffix-length=4 --numeric-suffixes --filter='openssl cms -encrypt -binary -outform DER -aes-256-gcm -recip "$certificate" -keyopt rsa_padding_mode:oaep -out "$FILE.cms"' - "$folder.part/archwire.dump."
{ cat "$here/row-counts.sql"; echo '\q'; } >&4
exec 4>&-
sort <&3 > "$folder.part/row-counts.txt"
test -s "$folder.part/row-counts.txt"
(cd "$folder.part" && sha256sum -- * > SHA256SUMS)
sync "$folder.part"/*
# Under its final name a backup is whole.
mv "$folder.part" "$folder"
echo "$folder: $(du -sh "$folder" | cut -f1), $(wc -l < "$folder/row-counts.txt") tables"
