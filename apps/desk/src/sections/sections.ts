import type { Permission } from '@kitewise/contract/desk'
import type { ComponentType } from 'react'

export type Section = {
  /** Below /desk. */
  path: string
  /** In the sidebar; null for a page that others lead to. */
  title: string | null
  /** Who sees it; the server checks every call by itself. */
  permission: Permission
  load: () => Promise<{ Component: ComponentType }>
}

/** Every page for staff, in the order of the sidebar. One line each. */
export const sections: readonly Section[] = [
  {
    path: 'people',
    title: 'People',
    permission: 'people.read',
    load: async () => ({ Component: (await import('./people/people-page.tsx')).PeoplePage }),
  },
  {
    path: 'people/:userId',
    title: null,
    permission: 'people.read',
    load: async () => ({ Component: (await import('./people/person-page.tsx')).PersonPage }),
  },
  {
    path: 'inbox',
    title: 'Inbox',
    permission: 'inbox',
    load: async () => ({ Component: (await import('./inbox/inbox-page.tsx')).InboxPage }),
  },
  {
    path: 'inbox/:itemId',
    title: null,
    permission: 'inbox',
    load: async () => ({ Component: (await import('./inbox/item-page.tsx')).ItemPage }),
  },
  {
    path: 'money',
    title: 'Money',
    permission: 'money.read',
    load: async () => ({ Component: (await import('./money/money-page.tsx')).MoneyPage }),
  },
  {
    path: 'learning',
    title: 'Learning',
    permission: 'learning.read',
    load: async () => ({ Component: (await import('./learning/learning-page.tsx')).LearningPage }),
  },
  {
    path: 'model',
    title: 'Model',
    permission: 'model.read',
    load: async () => ({ Component: (await import('./model/model-page.tsx')).ModelPage }),
  },
  {
    path: 'deliveries',
    title: 'Deliveries',
    permission: 'deliveries',
    load: async () => ({ Component: (await import('./deliveries/deliveries-page.tsx')).DeliveriesPage }),
  },
  {
    path: 'staff',
    title: 'Staff',
    permission: 'staff.manage',
    load: async () => ({ Component: (await import('./staff/staff-page.tsx')).StaffPage }),
  },
  {
    path: 'audit',
    title: 'Audit log',
    permission: 'audit.read',
    load: async () => ({ Component: (await import('./staff/audit-page.tsx')).AuditPage }),
  },
]
