alter table organization_contracts
  -- When the people with a seat were told that their access has ended; null again once it lasts longer.
  add column people_told_at timestamptz;
