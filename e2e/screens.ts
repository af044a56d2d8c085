import type { Page } from '@playwright/test'
import { demoFollow } from '../server/src/demo/visitors.ts'
import * as steps from './screen-steps.ts'
import type { DemoAccount } from './support.ts'

export type Screen = {
  name: string
  path: string
  /** The account; absent: nobody is signed in. */
  as?: DemoAccount
  /** On a server that nobody has set up yet. */
  isFirstRun?: true
  /** Runs on the page before the screenshot. */
  show?: (page: Page) => Promise<unknown>
}

/** Every screen, in the order of the index page of `npm run screens`. Each new one gets a line here. */
export const screens: Screen[] = [
  { name: 'First run', path: '/', isFirstRun: true },
  { name: 'First run, starter set', path: '/', isFirstRun: true, show: steps.showStarterSet },
  { name: 'Sign in', path: '/login' },
  { name: 'Invitation', path: '/invite?token=unknown' },
  { name: 'Used invitation', path: '/invite?token=unknown', show: steps.openUsedInvitation },
  { name: 'Join', path: '/invite?token=unknown', show: steps.openInvitation },
  { name: 'Public page', path: '/invite?token=unknown', show: steps.openPoster },
  { name: 'Public report', path: '/invite?token=unknown', show: (page) => steps.openPoster(page, 'Road hazard') },
  { name: 'Public activities', path: '/invite?token=unknown', show: (page) => steps.openPoster(page, 'activities') },
  { name: 'Follow', path: `/invite?follow=${demoFollow}` },
  { name: 'Not found', path: '/no-such-page' },
  { name: 'Events', path: '/', as: 'operator', show: steps.openList },
  { name: 'Event', path: '/', as: 'operator', show: steps.openFirst },
  { name: 'Entry with a photo', path: '/', as: 'operator', show: steps.openEntryPhoto },
  { name: 'New entry with a photo', path: '/', as: 'operator', show: steps.attachPhoto },
  { name: 'Pictures of an event', path: '/', as: 'operator', show: steps.openPictures },
  { name: 'Share', path: '/', as: 'operator', show: steps.openSharing },
  { name: 'Offline', path: '/', as: 'operator', show: steps.cutLine },
  { name: 'Events by type', path: '/?tab=type', as: 'admin', show: steps.openList },
  { name: 'Events chart', path: '/?view=chart', as: 'admin' },
  { name: 'Shared with me', path: '/?filter=shared', as: 'operator', show: steps.openList },
  { name: 'Public link', path: '/', as: 'operator', show: steps.openPublicLink },
  { name: 'Dates', path: '/', as: 'operator', show: steps.openDates },
  { name: 'New event', path: '/?form=new', as: 'operator' },
  { name: 'New event of a type', path: '/?form=new', as: 'operator', show: steps.chooseType },
  { name: 'Activities', path: '/?panel=activities', as: 'operator', show: steps.openList },
  { name: 'New activity', path: '/?panel=activities&form=activity.new', as: 'operator' },
  {
    name: 'Activities by community',
    path: '/?panel=activities&tab=community',
    as: 'operator',
    show: steps.openList,
  },
  { name: 'Activity', path: '/?panel=activities', as: 'operator', show: steps.openActivity },
  { name: 'Subscribers', path: '/?panel=activities', as: 'operator', show: steps.openSubscribers },
  { name: 'Groups', path: '/?panel=groups', as: 'admin', show: steps.openList },
  { name: 'Group', path: '/?panel=groups', as: 'admin', show: steps.openGroup },
  { name: 'New group', path: '/?panel=groups&form=group.new', as: 'admin' },
  { name: 'Review', path: '/?view=review', as: 'operator' },
  { name: 'Archived', path: '/?filter=done', as: 'operator', show: steps.openList },
  { name: 'Metrics', path: '/?panel=metrics', as: 'admin' },
  { name: 'New metric', path: '/?panel=metrics&form=metric.new', as: 'admin' },
  { name: 'Regions and local maps', path: '/?panel=regions', as: 'admin' },
  { name: 'New region', path: '/?panel=regions&form=region.new', as: 'admin' },
  { name: 'New local map', path: '/?panel=regions&form=localmap.new', as: 'admin' },
  { name: 'Team', path: '/?panel=users', as: 'admin', show: steps.openList },
  { name: 'Team member', path: '/?panel=users', as: 'admin', show: steps.openMember },
  { name: 'Invite member', path: '/?panel=users', as: 'admin', show: steps.openInvite },
  { name: 'Profile', path: '/?panel=edituser', as: 'technician' },
  { name: 'Notifications', path: '/?panel=edituser', as: 'operator', show: steps.openNotifications },
  { name: 'Menu', path: '/', as: 'technician', show: steps.openMenu },
  { name: 'About', path: '/', as: 'technician', show: steps.openAbout },
  { name: 'Map alone', path: '/?panel=closed', as: 'viewer' },
  { name: 'Sensor areas', path: '/sensors', as: 'technician', show: steps.openList },
  { name: 'Sensor areas by status', path: '/sensors?tab=status', as: 'technician', show: steps.openList },
  { name: 'New sensor area', path: '/sensors?form=area.new', as: 'technician' },
  { name: 'Sensor', path: '/sensors', as: 'technician', show: steps.openSensor },
  { name: 'Sensor area', path: '/sensors', as: 'technician', show: steps.openArea },
  { name: 'Alarms', path: '/?panel=alarms', as: 'technician', show: steps.openList },
  { name: 'Rules', path: '/?panel=rules', as: 'technician' },
  { name: 'New rule', path: '/?panel=rules&form=rule.new', as: 'technician' },
  { name: 'New escalation plan', path: '/?panel=rules&form=escalation.new', as: 'technician' },
  { name: 'New rota', path: '/?panel=rules&form=rota.new', as: 'technician' },
  { name: 'Calendar', path: '/calendar', as: 'operator' },
  { name: 'Calendar of a week, with events', path: '/calendar?span=week&also=events', as: 'operator' },
  { name: 'Calendar of a day, with events', path: '/calendar?span=day&also=events', as: 'operator' },
  { name: 'Agenda', path: '/calendar?span=agenda', as: 'operator' },
  { name: 'Calendar link', path: '/calendar', as: 'operator', show: steps.openCalendarLink },
  { name: 'Dashboard', path: '/?view=dashboard', as: 'admin' },
  { name: 'Keys', path: '/', as: 'operator', show: steps.openKeys },
  { name: 'Getting started', path: '/', as: 'technician', show: steps.showSteps },
  { name: 'Settings', path: '/?panel=settings', as: 'technician' },
  { name: 'Search in settings', path: '/?panel=settings', as: 'technician', show: steps.searchSettings },
  { name: 'Starter set', path: '/?panel=servicesettings', as: 'technician', show: steps.previewStarterSet },
  { name: 'Event types', path: '/?panel=eventssettings', as: 'admin' },
  { name: 'New event type', path: '/?panel=eventssettings&form=eventType.new', as: 'admin' },
  { name: 'Roles', path: '/?panel=teamssettings', as: 'admin' },
  { name: 'New role', path: '/?panel=teamssettings&form=role.new', as: 'admin' },
  { name: 'Actions', path: '/?panel=teamssettings&tab=actions', as: 'admin' },
  { name: 'New action', path: '/?panel=teamssettings&form=action.new', as: 'admin' },
  { name: 'Service settings', path: '/?panel=servicesettings', as: 'technician' },
  { name: 'Server settings', path: '/?panel=serversettings', as: 'technician' },
  { name: 'Audit', path: '/?panel=servicesettings', as: 'technician', show: steps.openAudit },
  { name: 'Terms', path: '/invite?token=unknown', show: steps.openTerms },
]
