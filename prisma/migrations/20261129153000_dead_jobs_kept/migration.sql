-- What is dead is to be kept for four weeks. pg-boss keeps it for twice the time of the queue that it was in, whatever that of `…-dead` is.
UPDATE gum_queue.queue SET retention_minutes = 20160 WHERE name IN ('pushes', 'schedule');
