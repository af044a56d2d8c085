import type {
  AoiAnswerTable,
  AoiChangeTable,
  AoiGroupTable,
  AoiLocalMapTable,
  AoiReadTable,
  AoiTable,
  LogEntryTable,
  ShareTable,
  SubscriberTable,
  TwinClaimTable,
  TwinDismissalTable,
} from './aoi.ts'
import type { BoardTable, PublicTextTable } from './board.ts'
import type { CommunityGroupTable, CommunityTable, CriterionTable, GroupMemberTable } from './community.ts'
import type { DeliveryTable } from './delivery.ts'
import type {
  EscalationNoticeTable,
  EscalationPlanTable,
  EscalationReceiverTable,
  EscalationTable,
  RotaSwapTable,
  RotaTable,
} from './escalation.ts'
import type { FeedTable } from './feed.ts'
import type { ImportRowTable, ImportTable } from './import.ts'
import type {
  ApiTokenTable,
  ApprovalRequestTable,
  AttemptTable,
  CalendarFeedTable,
  EmailConfirmationTable,
  InviteTable,
  KnownDeviceTable,
  MemberServiceTable,
  MemberTable,
  NotificationTable,
  PresenceTable,
  PublicLinkTable,
  PushDeviceTable,
  PushMessageTable,
  RecoveryCodeTable,
  ReentryLinkTable,
  ReporterContactTable,
  ReporterTextTable,
  SecondFactorTable,
  SessionTable,
  SignInTicketTable,
  VisitorTable,
} from './people.ts'
import type {
  AuditRefusalTable,
  AuditTable,
  BackupSettingTable,
  FailedRequestTable,
  JobTable,
  OutboxTable,
  QuarantineTable,
  RefusalTable,
  ReplicaHeartbeatTable,
  ServerClockTable,
  ServerHourTable,
} from './record.ts'
import type { HeldReportTable, ReviewSettingTable } from './review.ts'
import type { AlarmTable, MuteTable, RuleListeningTable, RuleStateTable, RuleTable } from './rule.ts'
import type {
  AoiSensorTable,
  IngestKeyTable,
  SensorLogTable,
  SensorMediaJobTable,
  SensorReadingTable,
  SensorSumBacklogTable,
  SensorSumJobTable,
  SensorSumTable,
  SensorTable,
} from './sensor.ts'
import type {
  ActionTable,
  EventTypeTable,
  FileTable,
  LocalMapTable,
  MetricTable,
  NoticeTable,
  QuestionTable,
  RegionTable,
  RoleActionTable,
  RoleEventTypeTable,
  RoleTable,
  SecretTable,
  ServerSettingTable,
  ServiceTable,
  StarterItemTable,
} from './service.ts'
import type { SmsStopTable, TextInboxTable, TextReceivedTable } from './text-message.ts'
import type { WarningFeedTable, WarningTable } from './warning.ts'
import type { WebhookTable } from './webhook.ts'

export interface Database {
  service: ServiceTable
  serverSetting: ServerSettingTable
  secret: SecretTable
  starterItem: StarterItemTable
  notice: NoticeTable
  file: FileTable
  role: RoleTable
  action: ActionTable
  roleAction: RoleActionTable
  eventType: EventTypeTable
  roleEventType: RoleEventTypeTable
  question: QuestionTable
  region: RegionTable
  localMap: LocalMapTable
  metric: MetricTable

  member: MemberTable
  memberService: MemberServiceTable
  presence: PresenceTable
  session: SessionTable
  knownDevice: KnownDeviceTable
  secondFactor: SecondFactorTable
  recoveryCode: RecoveryCodeTable
  signInTicket: SignInTicketTable
  attempt: AttemptTable
  invite: InviteTable
  publicLink: PublicLinkTable
  reentryLink: ReentryLinkTable
  approvalRequest: ApprovalRequestTable
  visitor: VisitorTable
  notification: NotificationTable
  pushDevice: PushDeviceTable
  pushMessage: PushMessageTable
  delivery: DeliveryTable
  emailConfirmation: EmailConfirmationTable
  calendarFeed: CalendarFeedTable

  community: CommunityTable
  communityGroup: CommunityGroupTable
  groupMember: GroupMemberTable
  criterion: CriterionTable

  aoi: AoiTable
  twinClaim: TwinClaimTable
  twinDismissal: TwinDismissalTable
  heldReport: HeldReportTable
  reviewSetting: ReviewSettingTable
  board: BoardTable
  publicText: PublicTextTable
  smsStop: SmsStopTable
  textInbox: TextInboxTable
  textReceived: TextReceivedTable
  reporterText: ReporterTextTable
  reporterContact: ReporterContactTable
  aoiAnswer: AoiAnswerTable
  aoiGroup: AoiGroupTable
  aoiLocalMap: AoiLocalMapTable
  subscriber: SubscriberTable
  logEntry: LogEntryTable
  share: ShareTable
  aoiRead: AoiReadTable
  aoiChange: AoiChangeTable

  sensor: SensorTable
  aoiSensor: AoiSensorTable
  sensorReading: SensorReadingTable
  sensorHour: SensorSumTable
  sensorDay: SensorSumTable
  sensorSumJob: SensorSumJobTable
  sensorSumBacklog: SensorSumBacklogTable
  sensorLog: SensorLogTable
  sensorMediaJob: SensorMediaJobTable
  ingestKey: IngestKeyTable
  apiToken: ApiTokenTable

  feed: FeedTable
  import: ImportTable
  importRow: ImportRowTable
  warningFeed: WarningFeedTable
  warning: WarningTable

  webhook: WebhookTable
  rule: RuleTable
  ruleState: RuleStateTable
  ruleListening: RuleListeningTable
  alarm: AlarmTable
  mute: MuteTable
  escalationPlan: EscalationPlanTable
  escalation: EscalationTable
  escalationNotice: EscalationNoticeTable
  escalationReceiver: EscalationReceiverTable
  rota: RotaTable
  rotaSwap: RotaSwapTable

  outbox: OutboxTable
  audit: AuditTable
  auditRefusal: AuditRefusalTable
  refusal: RefusalTable
  backupSetting: BackupSettingTable
  replicaHeartbeat: ReplicaHeartbeatTable
  serverHour: ServerHourTable
  failedRequest: FailedRequestTable
  job: JobTable
  quarantine: QuarantineTable
  serverClock: ServerClockTable
}
