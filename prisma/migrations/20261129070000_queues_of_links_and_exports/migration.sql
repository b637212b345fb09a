DO $$
DECLARE q record;
BEGIN
  FOR q IN SELECT * FROM (VALUES
    ('links', 3, 30),
    ('exports', 2, 60)
  ) AS queues (name, retries, delay) LOOP
    PERFORM gum_queue.create_queue(q.name || '-dead', '{"policy": "standard", "retentionMinutes": 40320}');
    PERFORM gum_queue.create_queue(q.name, json_build_object('policy', 'standard', 'retryLimit', q.retries, 'retryDelay', q.delay,
      'retryBackoff', true, 'expireInSeconds', 60, 'retentionMinutes', 20160, 'deadLetter', q.name || '-dead'));
  END LOOP;
END $$;
