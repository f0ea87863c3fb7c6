-- While a difference is open, it shows the sum that was reported last (billing/to-look-at); the reports themselves stay.
grant update (reported_cents) on payment_differences to archwire_app;
