-- The release before this one knows no search terms and leaves those of the former words when it renames a collection. Without terms,
-- it is found by none until the cron job collection-search indexes it. This release writes the terms in a statement of its own, after the words.
CREATE FUNCTION "clear_collection_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.title, NEW.description) IS DISTINCT FROM (OLD.title, OLD.description)
     AND NEW.search IS NOT DISTINCT FROM OLD.search THEN
    NEW.search := ''::tsvector;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "collection_words_changed" BEFORE UPDATE OF "title", "description" ON "collections"
  FOR EACH ROW EXECUTE FUNCTION "clear_collection_search"();
