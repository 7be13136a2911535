/**
 * SQL that writes attempts as a busy store has them after some months, one a
 * minute until now: most are settled or closed, few wait for a person, hardly
 * any is a test. The oldest is `cpay_1`, and its order, cart and gateway id are
 * numbered alike. Addresses are few, since a merchant has one per coin.
 * @param seconds between two of them.
 */
export const manyAttempts = (count: number, seconds = 60) => `
  insert into crypto_payment
    (id, provider_id, merchant_id, flow, external_id, gateway_payment_id,
     cart_id, payment_collection_id, payment_session_id,
     authorized_session_id, payment_id, order_id, amount, currency_code,
     crypto_amount, crypto_currency, wallet_address, checkout_url, success_url,
     is_test, gateway_status, gateway_amount, gateway_currency, state,
     attention_reason, opened_at, paid_at, settled_at, created_at, updated_at)
  select 'cpay_' || n,
         case when n % 1000 = 0 then 'pp_crypto-inline_crypto' else 'pp_crypto_crypto' end,
         '0b5c2f0e-7f34-4c63-9b53-5a1f7c2d9e10', 'widget', 'cart_' || n,
         'Gateway' || n, 'cart_' || n, 'pay_col_' || n || repeat('0', 16),
         'payses_' || n, 'payses_' || n,
         'pay_' || n || repeat('0', 20),
         case when n % 3 > 0 then 'order_' || n end,
         '19.99', 'eur', '20.02',
         case when n % 2000 = 0 then 'TRX' when n % 2 = 0 then 'USDT' else 'USDC' end,
         case when n % 2000 = 0 then 'TAddress' || n else '0xAbCdEf' || n % 4 end,
         'https://gateway.example/checkout/Gateway' || n || repeat('0', 20),
         'https://shop.example/de/order/confirmed?cart_id=cart_' || n,
         n % 5000 = 0,
         case when n % 3 > 0 then 'confirmed' when n % 500 = 0 then 'pending' else 'expired' end,
         '19.99', 'EUR',
         case when n % 1000 = 1 then 'attention' when n % 3 > 0 then 'settled'
              when n % 500 = 0 then 'open' else 'closed' end,
         case when n % 1000 = 1 then 'amount_mismatch' end,
         at, case when n % 3 > 0 then at end, case when n % 3 > 0 then at end,
         at, at + (now() - at) / 2
    from generate_series(1, ${count}) as n,
         lateral (select now() - (${count} - n) * interval '${seconds} seconds') as moment (at);
  insert into crypto_payment_session (id, crypto_payment_id)
  select 'payses_' || n, 'cpay_' || n from generate_series(1, ${count}) as n`

/** A refund recorded for every hundredth of them. */
export const manyRefunds = (count: number) => `
  insert into crypto_payment_refund
    (id, kind, amount, currency_code, transaction_hash, crypto_payment_id)
  select 'cpayref_' || n, 'refund', '19.99', 'eur', '0xFeed' || n, 'cpay_' || n
    from generate_series(100, ${count}, 100) as n`
