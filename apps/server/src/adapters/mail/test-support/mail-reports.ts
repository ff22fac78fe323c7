type Bounce = {
  action?: string
  status?: string
  /** Of the returned mail. */
  messageId?: string
  envelopeId?: string
  to?: string
  lineEnd?: string
  isQuoted?: boolean
}

/** A delivery report (RFC 3464) as a receiving server sends it. */
export function makeBounce(parts: Bounce = {}): string {
  const { action = 'failed', status = '5.1.1', messageId, envelopeId, lineEnd = '\n', isQuoted = true } = parts
  return [
    'Return-Path: <>',
    `To: ${parts.to ?? 'hello@kitewise.example'}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status;',
    `\tboundary=${isQuoted ? '"=_b/1"' : '=_b/1'}`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--=_b/1',
    'Content-Type: text/plain',
    '',
    'The mail could not be delivered. Action: failed',
    '--=_b/1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.elsewhere.example',
    ...(envelopeId === undefined ? [] : [`Original-Envelope-Id: ${envelopeId}`]),
    '',
    'Final-Recipient: rfc822; someone.else@elsewhere.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such user',
    '',
    '--=_b/1',
    'Content-Type: text/rfc822-headers',
    '',
    'From: hello@kitewise.example',
    ...(messageId === undefined ? [] : [`Message-ID: ${messageId}`]),
    '',
    '--=_b/1--',
    '',
  ]
    .join('\n')
    .replaceAll('\n', lineEnd)
}

/** A complaint (RFC 5965) as a mailbox provider sends it. */
export function makeComplaint({ messageId, type = 'abuse' }: { messageId: string; type?: string }): string {
  return [
    'Content-Type: multipart/report; report-type=feedback-report; boundary="c"',
    '',
    '--c',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Elsewhere/1.0',
    '--c',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${messageId}`,
    'Subject: A reminder',
    '',
    'Text.',
    '--c--',
    '',
  ].join('\n')
}
