import type { Permission } from '@kitewise/contract/desk'
import { type ComponentType, lazy } from 'react'

export type Section = {
  /** Below /desk. */
  path: string
  /** In the sidebar; null for a page that others lead to. */
  title: string | null
  /** Who sees it; the server checks every call by itself. */
  permission: Permission
  Component: ComponentType
}

/** Every page for staff, in the order of the sidebar. One line each. */
export const sections: readonly Section[] = [
  {
    path: 'people',
    title: 'People',
    permission: 'people.read',
    Component: lazy(async () => ({ default: (await import('./people/people-page.tsx')).PeoplePage })),
  },
  {
    path: 'people/:userId',
    title: null,
    permission: 'people.read',
    Component: lazy(async () => ({ default: (await import('./people/person-page.tsx')).PersonPage })),
  },
  {
    path: 'people/:userId/view',
    title: null,
    permission: 'people.act',
    Component: lazy(async () => ({ default: (await import('./people/support-view-page.tsx')).SupportViewPage })),
  },
  {
    path: 'inbox',
    title: 'Inbox',
    permission: 'inbox',
    Component: lazy(async () => ({ default: (await import('./inbox/inbox-page.tsx')).InboxPage })),
  },
  {
    path: 'inbox/:itemId',
    title: null,
    permission: 'inbox',
    Component: lazy(async () => ({ default: (await import('./inbox/item-page.tsx')).ItemPage })),
  },
  {
    path: 'money',
    title: 'Money',
    permission: 'money.read',
    Component: lazy(async () => ({ default: (await import('./money/money-page.tsx')).MoneyPage })),
  },
  {
    path: 'gifts',
    title: 'Gifts',
    permission: 'gifts',
    Component: lazy(async () => ({ default: (await import('./money/gifts.tsx')).GiftsPage })),
  },
  {
    path: 'coupons',
    title: 'Coupons',
    permission: 'coupons',
    Component: lazy(async () => ({ default: (await import('./money/coupons.tsx')).CouponsPage })),
  },
  {
    path: 'learning',
    title: 'Learning',
    permission: 'learning.read',
    Component: lazy(async () => ({ default: (await import('./learning/learning-page.tsx')).LearningPage })),
  },
  {
    path: 'content',
    title: 'Content',
    permission: 'content.read',
    Component: lazy(async () => ({ default: (await import('./content/content-page.tsx')).ContentPage })),
  },
  {
    path: 'model',
    title: 'Model',
    permission: 'model.read',
    Component: lazy(async () => ({ default: (await import('./model/model-page.tsx')).ModelPage })),
  },
  {
    path: 'deliveries',
    title: 'Deliveries',
    permission: 'deliveries',
    Component: lazy(async () => ({ default: (await import('./deliveries/deliveries-page.tsx')).DeliveriesPage })),
  },
  {
    path: 'staff',
    title: 'Staff',
    permission: 'staff.manage',
    Component: lazy(async () => ({ default: (await import('./staff/staff-page.tsx')).StaffPage })),
  },
  {
    path: 'audit',
    title: 'Audit log',
    permission: 'audit.read',
    Component: lazy(async () => ({ default: (await import('./staff/audit-page.tsx')).AuditPage })),
  },
]
