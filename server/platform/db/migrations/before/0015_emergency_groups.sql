CREATE TABLE "alarm_plan_group_member" (
	"group_id" integer NOT NULL,
	"alarm_plan_id" integer NOT NULL,
	CONSTRAINT "alarm_plan_group_member_group_id_alarm_plan_id_pk" PRIMARY KEY("group_id","alarm_plan_id")
);
--> statement-breakpoint
CREATE TABLE "linkage_task_group_member" (
	"group_id" integer NOT NULL,
	"linkage_task_id" integer NOT NULL,
	CONSTRAINT "linkage_task_group_member_group_id_linkage_task_id_pk" PRIMARY KEY("group_id","linkage_task_id")
);
--> statement-breakpoint
ALTER TABLE "alarm_plan_group_member" ADD CONSTRAINT "alarm_plan_group_member_group_id_terminal_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."terminal_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_plan_group_member" ADD CONSTRAINT "alarm_plan_group_member_alarm_plan_id_alarm_plan_id_fk" FOREIGN KEY ("alarm_plan_id") REFERENCES "public"."alarm_plan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkage_task_group_member" ADD CONSTRAINT "linkage_task_group_member_group_id_terminal_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."terminal_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkage_task_group_member" ADD CONSTRAINT "linkage_task_group_member_linkage_task_id_linkage_task_id_fk" FOREIGN KEY ("linkage_task_id") REFERENCES "public"."linkage_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_plan_group_member_alarm_plan_id_index" ON "alarm_plan_group_member" USING btree ("alarm_plan_id");--> statement-breakpoint
CREATE INDEX "linkage_task_group_member_linkage_task_id_index" ON "linkage_task_group_member" USING btree ("linkage_task_id");