select format('select %L || count(*) from %I.%I', schemaname || '.' || tablename || ' ', schemaname, tablename)
from pg_tables where schemaname in ('public', 'pgboss') order by 1 \gexec
