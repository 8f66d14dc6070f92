CREATE TABLE "quick_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quick_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"org" integer,
	"action" text NOT NULL,
	"activated" boolean DEFAULT true NOT NULL,
	"scheduled_task" integer,
	"again" text DEFAULT 'stop' NOT NULL,
	"orgs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"devices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"station" integer,
	"virtual_caster" integer,
	"desc" text DEFAULT '' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "quick_code_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "quick_code" ADD CONSTRAINT "quick_code_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_code" ADD CONSTRAINT "quick_code_scheduled_task_scheduled_task_id_fk" FOREIGN KEY ("scheduled_task") REFERENCES "public"."scheduled_task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_code" ADD CONSTRAINT "quick_code_station_terminal_id_fk" FOREIGN KEY ("station") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quick_code" ADD CONSTRAINT "quick_code_virtual_caster_virtual_caster_id_fk" FOREIGN KEY ("virtual_caster") REFERENCES "public"."virtual_caster"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quick_code_org_index" ON "quick_code" USING btree ("org");--> statement-breakpoint
CREATE INDEX "quick_code_name_index" ON "quick_code" USING btree ("name");--> statement-breakpoint
CREATE INDEX "quick_code_scheduled_task_index" ON "quick_code" USING btree ("scheduled_task");--> statement-breakpoint
CREATE INDEX "quick_code_station_index" ON "quick_code" USING btree ("station");--> statement-breakpoint
CREATE INDEX "quick_code_virtual_caster_index" ON "quick_code" USING btree ("virtual_caster");--> statement-breakpoint
-- What a station may dial means one thing: a quick number or an all-digit dialogue code of a terminal, the number of a
-- virtual caster, or a quick code. The keys of the tables cannot say that together.
CREATE OR REPLACE FUNCTION "call_number_free"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  numbers text[];
  wanted text;
BEGIN
  IF TG_TABLE_NAME = 'terminal' THEN
    IF TG_OP = 'UPDATE' THEN
      IF NEW.call_number = OLD.call_number AND NEW.details = OLD.details THEN RETURN NEW; END IF;
    END IF;
    numbers := ARRAY[NEW.call_number];
    IF NEW.kind = 'dialogue' AND NEW.details ->> 'dialogue_code' ~ '^[0-9]+$' THEN
      numbers := numbers || (NEW.details ->> 'dialogue_code');
    END IF;
  ELSIF TG_TABLE_NAME = 'virtual_caster' THEN
    numbers := ARRAY[NEW.call_number];
  ELSE
    numbers := ARRAY[NEW.code];
  END IF;
  FOREACH wanted IN ARRAY numbers LOOP
    CONTINUE WHEN wanted = '';
    PERFORM pg_advisory_xact_lock(hashtextextended(wanted, 20031));
    IF (TG_TABLE_NAME = 'terminal' AND EXISTS (SELECT 1 FROM virtual_caster WHERE call_number = wanted))
      OR (TG_TABLE_NAME = 'virtual_caster' AND EXISTS (SELECT 1 FROM terminal WHERE call_number = wanted))
      OR (TG_TABLE_NAME <> 'quick_code' AND EXISTS (SELECT 1 FROM quick_code WHERE code = wanted))
      OR (TG_TABLE_NAME = 'quick_code' AND (
        EXISTS (SELECT 1 FROM virtual_caster WHERE call_number = wanted)
        OR EXISTS (SELECT 1 FROM terminal WHERE call_number <> '' AND call_number = wanted)
        OR EXISTS (SELECT 1 FROM terminal
          WHERE kind = 'dialogue' AND details ->> 'dialogue_code' <> '' AND details ->> 'dialogue_code' = wanted))) THEN
      RAISE unique_violation USING
        MESSAGE = 'the number is taken',
        DETAIL = format('Key (call_number)=(%s) already exists.', wanted);
    END IF;
  END LOOP;
  RETURN NEW;
END $$;--> statement-breakpoint
DROP TRIGGER "terminal_call_number" ON "terminal";--> statement-breakpoint
CREATE TRIGGER "terminal_call_number" BEFORE INSERT OR UPDATE OF call_number, details ON "terminal"
  FOR EACH ROW EXECUTE FUNCTION call_number_free();--> statement-breakpoint
CREATE TRIGGER "quick_code_call_number" BEFORE INSERT OR UPDATE OF code ON "quick_code"
  FOR EACH ROW EXECUTE FUNCTION call_number_free();
