-- Schema 24 of pg-boss 10.4 (`PgBoss.getConstructionPlans("gum_queue")`), without its transaction: each migration is one. A newer
-- schema of pg-boss is a migration with its `getMigrationPlans("gum_queue")`. A schema of that name is here already if only
-- `public` was emptied.
DROP SCHEMA IF EXISTS gum_queue CASCADE;
CREATE SCHEMA gum_queue;

    CREATE TYPE gum_queue.job_state AS ENUM (
      'created',
      'retry',
      'active',
      'completed',
      'cancelled',
      'failed'
    );

    CREATE TABLE gum_queue.version (
      version int primary key,
      maintained_on timestamp with time zone,
      cron_on timestamp with time zone,
      monitored_on timestamp with time zone
    );

    CREATE TABLE gum_queue.queue (
      name text,
      policy text,
      retry_limit int,
      retry_delay int,
      retry_backoff bool,
      expire_seconds int,
      retention_minutes int,
      dead_letter text REFERENCES gum_queue.queue (name),
      partition_name text,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY (name)
    );

    CREATE TABLE gum_queue.schedule (
      name text REFERENCES gum_queue.queue ON DELETE CASCADE,
      cron text not null,
      timezone text,
      data jsonb,
      options jsonb,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY (name)
    );

    CREATE TABLE gum_queue.subscription (
      event text not null,
      name text not null REFERENCES gum_queue.queue ON DELETE CASCADE,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY(event, name)
    );

    CREATE TABLE gum_queue.job (
      id uuid not null default gen_random_uuid(),
      name text not null,
      priority integer not null default(0),
      data jsonb,
      state gum_queue.job_state not null default('created'),
      retry_limit integer not null default(2),
      retry_count integer not null default(0),
      retry_delay integer not null default(0),
      retry_backoff boolean not null default false,
      start_after timestamp with time zone not null default now(),
      started_on timestamp with time zone,
      singleton_key text,
      singleton_on timestamp without time zone,
      expire_in interval not null default interval '15 minutes',
      created_on timestamp with time zone not null default now(),
      completed_on timestamp with time zone,
      keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
      output jsonb,
      dead_letter text,
      policy text
    ) PARTITION BY LIST (name);
ALTER TABLE gum_queue.job ADD PRIMARY KEY (name, id);
CREATE TABLE gum_queue.archive (LIKE gum_queue.job);
ALTER TABLE gum_queue.archive ADD PRIMARY KEY (name, id);
ALTER TABLE gum_queue.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON gum_queue.archive(archived_on);

    CREATE FUNCTION gum_queue.create_queue(queue_name text, options json)
    RETURNS VOID AS
    $$
    DECLARE
      table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
      INSERT INTO gum_queue.queue (
        name,
        policy,
        retry_limit,
        retry_delay,
        retry_backoff,
        expire_seconds,
        retention_minutes,
        dead_letter,
        partition_name
      )
      VALUES (
        queue_name,
        options->>'policy',
        (options->>'retryLimit')::int,
        (options->>'retryDelay')::int,
        (options->>'retryBackoff')::bool,
        (options->>'expireInSeconds')::int,
        (options->>'retentionMinutes')::int,
        options->>'deadLetter',
        table_name
      )
      ON CONFLICT DO NOTHING
      RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE gum_queue.%I (LIKE gum_queue.job INCLUDING DEFAULTS)', table_name);

      EXECUTE format('ALTER TABLE gum_queue.%1$I ADD PRIMARY KEY (name, id)', table_name);
      EXECUTE format('ALTER TABLE gum_queue.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES gum_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('ALTER TABLE gum_queue.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES gum_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON gum_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON gum_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON gum_queue.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON gum_queue.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
      EXECUTE format('CREATE INDEX %1$s_i5 ON gum_queue.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

      EXECUTE format('ALTER TABLE gum_queue.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
      EXECUTE format('ALTER TABLE gum_queue.job ATTACH PARTITION gum_queue.%I FOR VALUES IN (%L)', table_name, queue_name);
    END;
    $$
    LANGUAGE plpgsql;;

    CREATE FUNCTION gum_queue.delete_queue(queue_name text)
    RETURNS VOID AS
    $$
    DECLARE
      table_name varchar;
    BEGIN
      WITH deleted as (
        DELETE FROM gum_queue.queue
        WHERE name = queue_name
        RETURNING partition_name
      )
      SELECT partition_name from deleted INTO table_name;

      EXECUTE format('DROP TABLE IF EXISTS gum_queue.%I', table_name);
    END;
    $$
    LANGUAGE plpgsql;;
INSERT INTO gum_queue.version(version) VALUES ('24');

-- Each queue with the one for jobs that failed for good. Delays are in seconds and double; a job whose process has said
-- nothing for expireInSeconds is run again; what waits is dropped after `days`, and what is dead after four weeks.
DO $$
DECLARE q record;
BEGIN
  FOR q IN SELECT * FROM (VALUES
    ('mail', 'standard', 9, 10, 14),
    ('codes', 'standard', 5, 5, 14),
    ('digests', 'standard', 5, 60, 14),
    ('links', 'standard', 3, 30, 14),
    ('exports', 'standard', 2, 60, 14),
    ('pushes', 'standard', 4, 60, 1),
    -- Of each scheduled job one runs at a time.
    ('schedule', 'singleton', 2, 60, 1)
  ) AS queues (name, policy, retries, delay, days) LOOP
    PERFORM gum_queue.create_queue(q.name || '-dead', '{"policy": "standard", "retentionMinutes": 40320}');
    PERFORM gum_queue.create_queue(q.name, json_build_object('policy', q.policy, 'retryLimit', q.retries, 'retryDelay', q.delay,
      'retryBackoff', true, 'expireInSeconds', 60, 'retentionMinutes', q.days * 1440, 'deadLetter', q.name || '-dead'));
  END LOOP;
END $$;
