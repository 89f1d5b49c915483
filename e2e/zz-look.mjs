import { chromium } from '@playwright/test'
const base = 'http://localhost:4421'
const out = '/tmp/h1shots'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const login = async (email, password, options) => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(base + '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL((url) => !url.pathname.includes('login'))
  return page
}
const admin = await login('admin@shipmate.example', 'demo shipmate admin', { viewport: { width: 1440, height: 900 } })
const api = async (page, path) => page.evaluate(async (p) => (await (await fetch(p)).json()).data, path)
const schools = await api(admin, '/api/schools-for-users')
const school = schools[0].id
const periods = await api(admin, `/api/schools/${school}/periods`)
const period = periods.find((p) => p.state === 'open')?.id ?? periods[0].id
const ids = async (page, queue) => api(page, `/api/student-form-submission-ids?period_id=${period}&queue=${queue}`)
const year = `/schools/${school}/period/${period}`
const reviewer = await login('reviewer@shipmate.example', 'demo reviewer', { viewport: { width: 1440, height: 900 } })
console.log('admin', await ids(admin, 'second_review'), await ids(admin, 'disagreements'), 'reviewer', await ids(reviewer, 'second_review'))
const [mine] = await ids(admin, 'second_review')
const [dis] = await ids(admin, 'disagreements')
const shots = [
  ['queue', `${year}/student-form-submissions?queue=second_review`],
  ['disqueue', `${year}/student-form-submissions?queue=disagreements`],
  ['blind', `${year}/student-form-submission/${mine}?queue=second_review`],
  ['disagree', `${year}/student-form-submission/${dis}?queue=disagreements`],
  ['agreement', `${year}/student-form-submissions/agreement`],
  ['options', `${year}/waiver-options`],
  ['home', `${year}/home`],
]
for (const [width, height, scheme] of [[1440, 900, 'light'], [1440, 900, 'dark'], [768, 1024, 'light'], [390, 844, 'light']]) {
  await admin.setViewportSize({ width, height })
  await admin.emulateMedia({ colorScheme: scheme })
  for (const [name, path] of shots) {
    if (process.argv[2] && !name.match(process.argv[2])) continue
    await admin.goto(base + path)
    await admin.waitForTimeout(1500)
    if (name === 'options') await admin.getByText('Quality review').first().scrollIntoViewIfNeeded()
    if (name === 'agreement') await admin.getByRole('heading', { name: 'Second reviews' }).scrollIntoViewIfNeeded()
    if (['blind', 'disagree'].includes(name) && width < 1024) await admin.getByRole('region', { name: 'Review' }).scrollIntoViewIfNeeded()
    await admin.screenshot({ path: `${out}/${name}-${width}-${scheme}.png`, fullPage: width < 1024 && ['blind', 'disagree'].includes(name) })
  }
}
await browser.close()
