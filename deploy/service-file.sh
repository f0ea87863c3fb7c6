# Sourced by backup.sh and restore-drill.sh. Passwords reach psql, pg_dump and pg_restore by a service file that only this
# user can read, never as an argument that everybody on the machine sees in the list of processes.
#   use_database <name> <url>     then: psql service=<name>
export PGSERVICEFILE
PGSERVICEFILE=$(mktemp)
chmod 600 "$PGSERVICEFILE"

decoded() { local text=${1//+/%2B}; text=${text//\\/\\\\}; printf '%b' "${text//%/\\x}"; }

use_database() {
  local pattern='^postgres(ql)?://(([^:@/]*)(:([^@/]*))?@)?(\[[^]]*\]|[^:/?]*)(:([0-9]+))?/([^?]*)(\?(.*))?$'
  [[ $2 =~ $pattern ]] || { echo "$1: not an address like postgres://user:password@host:5432/database" >&2; return 1; }
  local user=${BASH_REMATCH[3]} password=${BASH_REMATCH[5]} host=${BASH_REMATCH[6]} port=${BASH_REMATCH[8]}
  local database=${BASH_REMATCH[9]} parameters=${BASH_REMATCH[11]} parameter
  {
    echo "[$1]"
    [[ -z $host ]] || echo "host=$(decoded "${host//[\[\]]/}")"
    [[ -z $port ]] || echo "port=$port"
    [[ -z $user ]] || echo "user=$(decoded "$user")"
    [[ -z $password ]] || echo "password=$(decoded "$password")"
    echo "dbname=$(decoded "$database")"
    for parameter in ${parameters//&/ }; do echo "${parameter%%=*}=$(decoded "${parameter#*=}")"; done
  } >> "$PGSERVICEFILE"
}
