// An example client in one file, without packages, for Node 20 or newer. It receives the webhook messages of a school, checks
// their signature, reads each changed record with an API token, and prints one line per change. See docs/own-systems.md.
//
//   SHIPMATE_URL=https://shipmate.example SHIPMATE_TOKEN=shipmate_… WEBHOOK_SECRET=whsec_… PORT=8080 node status-changes.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { SHIPMATE_URL, SHIPMATE_TOKEN, WEBHOOK_SECRET, PORT = '8080' } = process.env
const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64')

/** Messages that were handled. A message can arrive twice: keep their IDs in a database, for a day at least. */
const handled = new Set()

/** Returns whether a message is from Shipmate and was sent in the last five minutes. */
const isGenuine = (headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false
  const wanted = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

/** Calls Shipmate. After too many calls it waits as long as it’s told to, then tries again. */
const read = async (path) => {
  const answer = await fetch(SHIPMATE_URL + path, { headers: { authorization: `Bearer ${SHIPMATE_TOKEN}` } })
  if (answer.status === 429) {
    await new Promise((done) => setTimeout(done, Number(answer.headers.get('retry-after')) * 1000))
    return read(path)
  }
  if (!answer.ok) throw new Error(`${path} answered with status ${answer.status}.`)
  return (await answer.json()).data
}

const handle = async ({ type, data }) => {
  if (type !== 'coverage_status.changed') return
  for (const { student_period_id, coverage_type, from, to } of data.items) {
    const { student } = await read(`/api/student-periods/${student_period_id}`)
    process.stdout.write(`${student.sid} ${coverage_type}: ${from} → ${to}\n`)
  }
}

const answer = async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  const id = request.headers['webhook-id']
  // answer within 10 seconds; any other status than 2xx means: send it again later
  try {
    if (!handled.has(id)) await handle(JSON.parse(body))
    handled.add(id)
    response.writeHead(204).end()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    response.writeHead(500).end()
  }
}

createServer((request, response) => void answer(request, response)).listen(Number(PORT), () =>
  process.stdout.write('ready\n'),
)
