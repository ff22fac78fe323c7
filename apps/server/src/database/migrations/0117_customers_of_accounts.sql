-- An address isn't an identity. A customer with an account is found by the account alone, and there is one; only a customer without an
-- account is found by the address. The address of a customer with an account follows the account's.
create temporary table merged_customers on commit drop as
  select id, first_value(id) over (partition by user_id order by created_at, id) as kept
  from customers where user_id is not null;
delete from merged_customers where id = kept;

update checkouts k set status = case when session_id is null then 'failed' else 'replaced' end
  from merged_customers m where k.customer_id = m.id and k.status = 'open';
update checkouts k set customer_id = m.kept from merged_customers m where k.customer_id = m.id;
update customers c set
    trial_used_at = coalesce(c.trial_used_at, (
      select min(o.trial_used_at) from merged_customers m join customers o on o.id = m.id where m.kept = c.id)),
    provider_customer_id = coalesce(c.provider_customer_id, (
      select max(o.provider_customer_id) from merged_customers m join customers o on o.id = m.id where m.kept = c.id))
  where c.id in (select kept from merged_customers);
delete from customers where id in (select id from merged_customers);

alter table customers drop constraint customers_email_key;

-- What a signed-in learner began belongs to the account, paid or not.
update checkouts k set customer_id = own.id
  from customers c join users u on u.email = c.email join customers own on own.user_id = u.id
  where k.customer_id = c.id and k.registration_id is null and c.user_id is null and k.status <> 'open';
update customers c set user_id = u.id
  from users u
  where c.user_id is null and u.email = c.email
    and exists (select 1 from checkouts k where k.customer_id = c.id and k.registration_id is null)
    and not exists (select 1 from customers own where own.user_id = u.id);
update customers c set email = u.email from users u where u.id = c.user_id and c.email <> u.email;

drop index customers_user;
create unique index customers_of_account on customers (user_id) where user_id is not null;
create unique index customers_of_address on customers (email) where user_id is null;
create index customers_email on customers (email);

-- Whose id `provider_customer_id` is: another provider, or another account at it, doesn't know it.
alter table customers add column provider text;
update customers c set provider = (
    select k.provider from checkouts k where k.customer_id = c.id order by (k.status = 'paid') desc, k.created_at desc limit 1)
  where provider_customer_id is not null;

alter table subscriptions
  -- When it was judged and may run; it is never judged again. Null for one that was refused, is not paid yet, or has no provider.
  add column accepted_at timestamptz,
  -- When a refused one had been refunded, as far as the provider would, and had ended.
  add column refusal_settled_at timestamptz,
  drop constraint subscriptions_refused_as_check,
  add constraint subscriptions_refused_as_check check (
    refused_as in ('second', 'account_deleted', 'account_blocked', 'address_reserved', 'trial_again')),
  add constraint subscriptions_one_verdict check (accepted_at is null or refused_as is null);
update subscriptions set accepted_at = coalesce(contract_at, created_at)
  where provider is not null and refused_as is null and status not in ('incomplete', 'incomplete_expired');
update subscriptions set refusal_settled_at = coalesce(ended_at, now()) where refused_as is not null and status = 'canceled';
