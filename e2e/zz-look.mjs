import { chromium } from '@playwright/test'
const base = 'http://localhost:4410'
const sizes = { d: [1440, 900], t: [768, 1024], p: [390, 844] }
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const which = process.argv[2] ?? 'd'
const theme = process.argv[3] ?? 'light'
const [w, h] = sizes[which]
const page = await (await browser.newContext({ viewport: { width: w, height: h }, colorScheme: theme })).newPage()
page.on('console', (m) => m.type() === 'error' && console.log('ERR', m.text()))
const who = process.argv[4] === 'school' ? ['registrar@harborview.example', 'demo school admin'] : ['admin@shipmate.example', 'demo shipmate admin']
await page.goto(base + '/login')
await page.getByLabel('Email').fill(who[0])
await page.getByLabel('Password').first().fill(who[1])
await page.getByRole('button', { name: 'Sign in' }).click()
await page.waitForURL((u) => !u.pathname.startsWith('/login'))
const shot = async (name) => { await page.waitForTimeout(500); await page.screenshot({ path: `/tmp/shots/${name}-${which}-${theme}.png` }) }
const full = async (name) => { await page.waitForTimeout(500); const el = page.locator('main#content'); const hh = await el.evaluate((e) => e.scrollHeight); await page.setViewportSize({ width: w, height: Math.max(h, hh + 80) }); await page.waitForTimeout(200); await page.screenshot({ path: `/tmp/shots/${name}-${which}-${theme}.png` }); await page.setViewportSize({ width: w, height: h }) }
export { page, shot, full, base, browser, which }
const script = process.argv[5]
if (process.argv[4] === 'school') {
  await page.goto(base + '/users/3'); await full('own-school')
} else {
  await page.goto(base + '/settings/users'); await page.getByText('Registrar').first().waitFor({ timeout: 5000 }).catch(() => {}); await shot('users')
  await page.getByRole('button', { name: 'Invite someone' }).click(); await page.getByRole('textbox', { name: 'First name' }).fill('Noor'); await page.getByRole('textbox', { name: 'Last name' }).fill('Haddad'); await page.getByRole('textbox', { name: 'Email' }).fill(`noor.${which}${theme}@harborview.example`)
  await page.getByRole('combobox', { name: 'Schools' }).fill('Harb'); await page.waitForTimeout(300); await shot('invite'); await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send invitation' }).click(); await page.getByText('is invited').waitFor(); await shot('invited')
  await page.getByRole('button', { name: 'Done' }).click(); await shot('users-after')
  await page.goto(base + '/users/1'); await page.getByText('This one').waitFor(); await full('own')
  await page.goto(base + '/users/3'); await page.getByText('Disable or remove').waitFor(); await full('other')
  await page.getByRole('button', { name: 'Remove…' }).click(); await shot('remove')
  await page.goto(base + '/settings/users?q=noor'); await page.getByRole('link', { name: 'Noor Haddad' }).first().click(); await page.getByText('Disable or remove').waitFor(); await full('pending')
}
await browser.close()
