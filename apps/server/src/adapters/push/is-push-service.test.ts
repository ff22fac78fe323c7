import { expect, it } from 'vitest'
import { knownPushServices } from './settings.ts'
import { isPushService } from './web-push-sender.ts'

const services = knownPushServices.split(',')

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGuQyavXutnMM',
  'https://wns2-by3p.notify.windows.com/w/?token=BQYAA',
])('%s belongs to a push service', (address) => {
  expect(isPushService(address, services)).toBe(true)
})

it.each([
  '',
  'not an address',
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://fcm.googleapis.com@evil.example/',
  'https://user:secret@fcm.googleapis.com/x',
  'https://push.apple.com.evil.example/x',
  'https://evilpush.apple.com/x',
  'https://push.apple.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'file:///etc/passwd',
  'ftp://web.push.apple.com/x',
])('%s is not a push service, and is never called', (address) => {
  expect(isPushService(address, services)).toBe(false)
})
