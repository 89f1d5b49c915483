import { describe, expect, it } from 'vitest'
import { addFormToken, hasFormLink, markFormLink } from './form-links.ts'

const site = 'https://shipmate.example/s/riverside'
const token = 'T'.repeat(43)
const stored = markFormLink(`${site}/2026-27/status`)

describe('the token of a form', () => {
  it('is added to each link that opens the form', () => {
    const html = `<p><a href="${stored}">${stored}</a></p>`
    expect(hasFormLink(html)).toBe(true)
    expect(addFormToken(html, site, token)).toBe(`<p><a href="${stored}=${token}">${stored}=${token}</a></p>`)
  })

  it('is added at the host of a school’s site', () => {
    const own = markFormLink('https://insurance.riverside.edu/status')
    expect(addFormToken(own, 'https://insurance.riverside.edu', token)).toBe(`${own}=${token}`)
  })

  it.each([
    'https://other.example/s/riverside/status#form',
    'https://shipmate.example.other/s/riverside/status#form',
    `https://other.example/${site}/status#form`,
    'https://shipmate.example/s/lakeside/status#form',
    'https://shipmate.example/s/riverside-north/status#form',
    `${site}/status`,
    `${site}/status#format`,
    `${site}/status#form=${token}`,
    'https://shipmate.example/api/status#form',
  ])('is never added to %s', (address) => {
    const text = `See ${address} for more.`
    expect(addFormToken(text, site, token)).toBe(text)
  })
})
