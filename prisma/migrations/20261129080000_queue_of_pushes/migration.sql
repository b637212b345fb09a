-- A push message is no news after a day.
SELECT gum_queue.create_queue('pushes-dead', '{"policy": "standard", "retentionMinutes": 40320}');
SELECT gum_queue.create_queue('pushes', '{"policy": "standard", "retryLimit": 4, "retryDelay": 60, "retryBackoff": true,
  "expireInSeconds": 60, "retentionMinutes": 1440, "deadLetter": "pushes-dead"}');
