-- A push message is no news after a day.
SELECT gum_queue.create_queue('pushes-dead', '{"policy": "standard", "retentionMinutes": 40320}');
SELECT gum_queue.create_queue('pushes', '{"policy": "standard", "retryLimit": 4, "retryDelay": 60, "retryBackoff": true,
  "expireInSeconds": 60, "retentionMinutes": 1440, "deadLetter": "pushes-dead"}');

INSERT INTO gum_queue.job (name, data, policy, retry_limit, retry_delay, retry_backoff, expire_in, keep_until, dead_letter)
SELECT 'pushes', jsonb_build_object('subscriptionId', subscription_id, 'notificationId', notification_id), 'standard', 4, 60, true,
       interval '1 minute', created_at + interval '1 day', 'pushes-dead'
  FROM push_deliveries;
DELETE FROM push_deliveries;
