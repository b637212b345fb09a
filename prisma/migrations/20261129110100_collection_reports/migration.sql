-- Collections can be reported. The next migration checks the rows that are there: it is a transaction of its own, so that the
-- strong lock that this one takes is held for no scan.
ALTER TABLE "reports" DROP CONSTRAINT "reports_subject_type",
  ADD CONSTRAINT "reports_subject_type" CHECK ("subject_type" IN ('post', 'comment', 'user', 'app', 'review', 'collection')) NOT VALID;
