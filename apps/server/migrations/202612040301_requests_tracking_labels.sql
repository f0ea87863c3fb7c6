-- Tracking numbers that were read from labels hold the number alone (requests/tracking): at the post without 420 and the ZIP
-- code or ZIP+4 before it, at FedEx the number from the 21st of 34 digits.
update printing_requests set tracking_number = coalesce(
    substring(tracking_number from '^420\d{9}(9[2-5]\d{18}(?:\d\d)?)$'),
    substring(tracking_number from '^420\d{5}(9[2-5]\d{18,24})$'),
    regexp_replace(substring(tracking_number from '^\d{20}(\d{14})$'), '^00', ''))
  where tracking_number ~ '^(420\d{5}(\d{4})?9[2-5]\d{18,24}|\d{34})$';
