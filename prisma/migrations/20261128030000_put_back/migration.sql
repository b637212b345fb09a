-- Puts back what still fits: a row whose parent is gone meanwhile stays away. A reference that its target's deletion clears is
-- cleared here, too. Columns younger than the removal get their defaults. The caller checks that the first row is there again.
CREATE OR REPLACE FUNCTION "put_rows_back"(taken jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part jsonb;
  item jsonb;
  tab regclass;
  cols text;
  refs jsonb;
  ref jsonb;
  is_gone boolean;
BEGIN
  FOR part IN SELECT * FROM jsonb_array_elements(taken) LOOP
    tab := (part->>'table')::regclass;
    SELECT string_agg(quote_ident(attname), ', ') INTO cols FROM pg_attribute
     WHERE attrelid = tab AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND part->'rows'->0 ? attname;
    SELECT coalesce(jsonb_agg(jsonb_build_object('col', ca.attname, 'target', c.confrelid::regclass::text, 'key', pa.attname)), '[]')
      INTO refs
      FROM pg_constraint c
      JOIN pg_attribute ca ON ca.attrelid = c.conrelid AND ca.attnum = c.conkey[1]
      JOIN pg_attribute pa ON pa.attrelid = c.confrelid AND pa.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.confdeltype = 'n' AND c.conrelid = tab AND cardinality(c.conkey) = 1;
    FOR item IN SELECT * FROM jsonb_array_elements(coalesce(part->'rows', '[]')) LOOP
      FOR ref IN SELECT * FROM jsonb_array_elements(refs) LOOP
        CONTINUE WHEN item->>(ref->>'col') IS NULL;
        EXECUTE format('SELECT NOT EXISTS (SELECT 1 FROM %s t JOIN jsonb_populate_record(NULL::%s, $1) r ON t.%I = r.%I)',
          (ref->>'target')::regclass, tab, ref->>'key', ref->>'col') INTO is_gone USING item;
        IF is_gone THEN
          item := item || jsonb_build_object(ref->>'col', NULL);
        END IF;
      END LOOP;
      BEGIN
        EXECUTE format('INSERT INTO %s (%s) SELECT %s FROM jsonb_populate_record(NULL::%s, $1) ON CONFLICT DO NOTHING',
          tab, cols, cols, tab) USING item;
      EXCEPTION WHEN foreign_key_violation OR not_null_violation OR check_violation THEN
        NULL;
      END;
    END LOOP;
    FOR item IN SELECT * FROM jsonb_array_elements(coalesce(part->'links', '[]')) LOOP
      BEGIN
        EXECUTE format('UPDATE %s SET %I = $1::uuid WHERE id = $2::uuid AND %I IS NULL',
          tab, part->>'column', part->>'column') USING item->>'value', item->>'id';
      EXCEPTION WHEN foreign_key_violation OR unique_violation THEN
        NULL;
      END;
    END LOOP;
  END LOOP;
END $$;
