/**
 * Shows reminders and opens the page that they are about. It keeps no files and answers no requests: that is the other worker's work,
 * and this one has a scope, /push/, in which no page lies.
 */
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, body, url, language } = event.data.json()
  // One that comes twice takes the place of the first, without a sound.
  const options = { body, lang: language, tag: 'reminder', icon: '/kite.svg', data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.url))
})
