import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRichText } from '../lib/rich-text/build.ts'
import { plainTextOf } from '../lib/rich-text/write.ts'
import { cleanRichText } from '../lib/sanitize.ts'
import { hostileHtml } from '../testing/hostile-html.ts'
import { createRandom } from '../testing/random.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

const inDatabase = async (bodies: readonly string[]): Promise<(string | null)[]> => {
  const { rows } = await sql<{ text: string | null }>`
    select shipmate_plain_text(body) as text from unnest(${[...bodies]}::text[]) with ordinality as given (body, place)
    order by place`.execute(house.owner)
  return rows.map(({ text }) => text)
}

/** As the cleaner reads it. */
const textIn = (body: string): string =>
  plainTextOf(buildRichText(body.replaceAll('&nbsp;', '\u00A0'))).trim()

const pieces =
  `<p> </p> <h2> </h2> <h3> <ul> <ol> <li> </li> </ul> </ol> <blockquote> </blockquote> <b> </b> <i> </i> <br>
  <p&nbsp;align="center"> &amp;lt; &amp; &lt; &gt; &nbsp; a bc "d" 1 <a&nbsp;href="https://a.example/?b=1&amp;c"> </a>`
    .split(/\s+/)
    .map((piece) => piece.replace('&nbsp;', piece.startsWith('<') ? ' ' : '&nbsp;'))

describe('the text of a note without its form', () => {
  it('has a line for every paragraph, heading and item', async () => {
    expect(
      await inDatabase([
        '<h2>Plan</h2><ul><li>a<br>b</li><li><p>c &amp; <strong>d</strong></p></li><li></li></ul><p class="align-center">&amp;lt;</p>',
      ]),
    ).toEqual(['Plan\na\nb\nc & d\n\n&lt;'])
  })

  it('is what the cleaner reads in it, whatever was written', async () => {
    const random = createRandom(20_261_122)
    const made = Array.from({ length: 2000 }, () =>
      Array.from({ length: random.between(1, 30) }, () => random.pick(pieces)).join(''),
    )
    const bodies = [...made, ...hostileHtml].flatMap((html) => cleanRichText(html) ?? [])
    expect(bodies.length).toBeGreaterThan(1500)
    expect(await inDatabase(bodies)).toEqual(bodies.map((body) => textIn(body)))
  })
})
