-- Tracking numbers have one form: capitals, without spaces and hyphens (requests/tracking).
update printing_requests set tracking_number = upper(regexp_replace(tracking_number, '[\s\u2010-\u2015\u2212-]', '', 'g'))
  where tracking_number <> upper(regexp_replace(tracking_number, '[\s\u2010-\u2015\u2212-]', '', 'g'))
    and tracking_number ~ '[^\s\u2010-\u2015\u2212-]';
