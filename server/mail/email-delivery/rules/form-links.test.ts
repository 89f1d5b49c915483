import { describe, expect, it } from 'vitest'
import { addFormToken, hasFormLink, markFormLink } from './form-links.ts'

const site = 'https://shipmate.example'
const token = 'T'.repeat(43)
const stored = markFormLink(`${site}/s/riverside/2026-27/status`)

describe('the token of a form', () => {
  it('is added to each link that opens the form', () => {
    const html = `<p><a href="${stored}">${stored}</a></p>`
    expect(hasFormLink(html, site)).toBe(true)
    expect(addFormToken(html, site, token)).toBe(`<p><a href="${stored}=${token}">${stored}=${token}</a></p>`)
  })

  it.each([
    'https://other.example/s/riverside/status#form',
    'https://shipmate.example.other/s/riverside/status#form',
    `https://other.example/${site}/s/riverside/status#form`,
    `${site}/s/riverside/status`,
    `${site}/s/riverside/status#format`,
    `${site}/s/riverside/status#form=${token}`,
    `${site}/api/status#form`,
  ])('is never added to %s', (address) => {
    const text = `See ${address} for more.`
    expect(hasFormLink(text, site)).toBe(false)
    expect(addFormToken(text, site, token)).toBe(text)
  })
})
