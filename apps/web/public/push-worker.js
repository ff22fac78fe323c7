/**
 * Shows reminders and opens their page. It caches no files and answers no requests: that is the other worker's job.
 * This one has its own scope, /push/, which contains no page.
 */
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, body, url, language } = event.data.json()
  // A repeated reminder replaces the first one silently.
  const options = { body, lang: language, tag: 'reminder', icon: '/kite.svg', data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.url))
})
