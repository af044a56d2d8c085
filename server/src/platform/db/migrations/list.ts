import * as service from './0001_service.ts'
import * as people from './0002_people.ts'
import * as community from './0003_community.ts'
import * as aoi from './0004_aoi.ts'
import * as sensor from './0005_sensor.ts'
import * as record from './0006_record.ts'
import * as presence from './0010_presence.ts'
import * as visitors from './0015_visitors.ts'
import * as calendar from './0025_calendar.ts'
import * as sensorLife from './0030_sensor_life.ts'
import * as push from './0050_push.ts'
import * as nearest from './0070_nearest.ts'
import * as search from './0080_search.ts'
import * as mapToken from './0100_map_token.ts'
import * as attempts from './0110_attempts.ts'
import * as auditMonths from './0111_audit_months.ts'
import * as notification from './0130_notification.ts'
import * as presenceRows from './0131_presence_rows.ts'
import * as erasure from './0132_erasure.ts'
import * as refusals from './0150_refusals.ts'
import * as secondFactor from './0160_second_factor.ts'
import * as notificationBatches from './0161_notification_batches.ts'
import * as backup from './0170_backup.ts'
import * as firstHour from './0190_first_hour.ts'
import * as delivery from './0210_delivery.ts'
import * as email from './0211_email.ts'
import * as restoreProblem from './0220_restore_problem.ts'
import * as gettingStarted from './0230_getting_started.ts'
import * as rule from './0250_rule.ts'
import * as translations from './0280_translations.ts'
import * as escalation from './0300_escalation.ts'
import * as deliveryFallback from './0310_delivery_fallback.ts'
import * as webhook from './0311_webhook.ts'
import * as starterRule from './0312_starter_rule.ts'
import * as merge from './0320_merge.ts'
import * as formerNumber from './0340_former_number.ts'
import * as entryPhoto from './0350_entry_photo.ts'
import * as review from './0370_review.ts'
import * as board from './0390_board.ts'
import * as largeIndexes from './0391_large_indexes.ts'
import * as answers from './0400_answers.ts'
import * as reporterText from './0401_reporter_text.ts'
import * as reporterContact from './0402_reporter_contact.ts'
import * as cover from './0410_cover.ts'
import * as replicaHeartbeat from './0420_replica_heartbeat.ts'
import * as serverHour from './0421_server_hour.ts'
import * as reporterDevices from './0430_reporter_devices.ts'
import * as publicPhoto from './0431_public_photo.ts'
import * as presenceMoved from './0440_presence_moved.ts'
import * as outboxReaders from './0441_outbox_readers.ts'
import * as jobs from './0450_jobs.ts'
import * as serviceOfPeople from './0460_service_of_people.ts'
import * as serviceOfEvents from './0461_service_of_events.ts'
import * as serviceOfReadings from './0462_service_of_readings.ts'
import * as aoiRevision from './0470_aoi_revision.ts'
import * as aoiByNumber from './0475_aoi_by_number.ts'
import * as sensorSums from './0500_sensor_sums.ts'
import * as aoiReceived from './0510_aoi_received.ts'
import * as memberHome from './0520_member_home.ts'
import * as quarantine from './0530_quarantine.ts'
import * as urgentDeliveries from './0531_urgent_deliveries.ts'
import * as authorship from './0540_authorship.ts'
import * as twinClaim from './0541_twin_claim.ts'
import * as boardZone from './0542_board_zone.ts'
import * as responseTimes from './0550_response_times.ts'
import * as publishAoiChanges from './0551_publish_aoi_changes.ts'
import * as aoiAddress from './0560_aoi_address.ts'
import * as loggedSequence from './0660_logged_sequence.ts'
import * as apiToken from './0670_api_token.ts'
import * as feed from './0680_feed.ts'
import * as importing from './0690_import.ts'
import * as roleArchived from './0720_role_archived.ts'
import * as webhookFilter from './0740_webhook_filter.ts'
import * as warning from './0750_warning.ts'
import * as textMessages from './0760_text_messages.ts'
import * as stopRecounting from './0770_stop_recounting.ts'
import * as deliveryTurns from './0780_delivery_turns.ts'
import * as smsStopForm from './0790_sms_stop_form.ts'
import * as importAsReport from './0795_import_as_report.ts'
import * as dueByService from './0820_due_by_service.ts'
import type { SchemaMigration } from './migration.ts'

/** Migrations run in order of their names, once each. The code of a released migration never changes. */
export const migrations: Record<string, SchemaMigration> = {
  '0001_service': service,
  '0002_people': people,
  '0003_community': community,
  '0004_aoi': aoi,
  '0005_sensor': sensor,
  '0006_record': record,
  '0010_presence': presence,
  '0015_visitors': visitors,
  '0025_calendar': calendar,
  '0030_sensor_life': sensorLife,
  '0050_push': push,
  '0070_nearest': nearest,
  '0080_search': search,
  '0100_map_token': mapToken,
  '0110_attempts': attempts,
  '0111_audit_months': auditMonths,
  '0130_notification': notification,
  '0131_presence_rows': presenceRows,
  '0132_erasure': erasure,
  '0150_refusals': refusals,
  '0160_second_factor': secondFactor,
  '0161_notification_batches': notificationBatches,
  '0170_backup': backup,
  '0190_first_hour': firstHour,
  '0210_delivery': delivery,
  '0211_email': email,
  '0220_restore_problem': restoreProblem,
  '0230_getting_started': gettingStarted,
  '0250_rule': rule,
  '0280_translations': translations,
  '0300_escalation': escalation,
  '0310_delivery_fallback': deliveryFallback,
  '0311_webhook': webhook,
  '0312_starter_rule': starterRule,
  '0320_merge': merge,
  '0340_former_number': formerNumber,
  '0350_entry_photo': entryPhoto,
  '0370_review': review,
  '0390_board': board,
  '0391_large_indexes': largeIndexes,
  '0400_answers': answers,
  '0401_reporter_text': reporterText,
  '0402_reporter_contact': reporterContact,
  '0410_cover': cover,
  '0420_replica_heartbeat': replicaHeartbeat,
  '0421_server_hour': serverHour,
  '0430_reporter_devices': reporterDevices,
  '0431_public_photo': publicPhoto,
  '0440_presence_moved': presenceMoved,
  '0441_outbox_readers': outboxReaders,
  '0450_jobs': jobs,
  '0460_service_of_people': serviceOfPeople,
  '0461_service_of_events': serviceOfEvents,
  '0462_service_of_readings': serviceOfReadings,
  '0470_aoi_revision': aoiRevision,
  '0475_aoi_by_number': aoiByNumber,
  '0500_sensor_sums': sensorSums,
  '0510_aoi_received': aoiReceived,
  '0520_member_home': memberHome,
  '0530_quarantine': quarantine,
  '0531_urgent_deliveries': urgentDeliveries,
  '0540_authorship': authorship,
  '0541_twin_claim': twinClaim,
  '0542_board_zone': boardZone,
  '0550_response_times': responseTimes,
  '0551_publish_aoi_changes': publishAoiChanges,
  '0560_aoi_address': aoiAddress,
  '0660_logged_sequence': loggedSequence,
  '0670_api_token': apiToken,
  '0680_feed': feed,
  '0690_import': importing,
  '0720_role_archived': roleArchived,
  '0740_webhook_filter': webhookFilter,
  '0750_warning': warning,
  '0760_text_messages': textMessages,
  '0770_stop_recounting': stopRecounting,
  '0780_delivery_turns': deliveryTurns,
  '0790_sms_stop_form': smsStopForm,
  '0795_import_as_report': importAsReport,
  '0820_due_by_service': dueByService,
}
