import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { SchoolFileKind } from '#contract/setup/schools/file-shapes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { cleanSvg, svgSizeOf } from '#server/platform/lib/clean-svg.ts'
import type { Files } from '#server/platform/lib/files.ts'

interface Drawing {
  readonly kind: SchoolFileKind
  readonly name: string
  readonly alt: string
  readonly svg: string
}

/** Draws a lighthouse in a circle. */
const logo: Drawing = {
  kind: 'logo',
  name: 'harborview-logo.svg',
  alt: 'Harborview University',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
  <circle cx="48" cy="48" r="46" fill="#123f5c"/>
  <path d="M42 34h12l4 38H38z" fill="#ffffff"/>
  <path d="M41 44h14l1 9H40zM39.2 61h17.6l.8 8H38.4z" fill="#c8553d"/>
  <path d="M43 24h10v10H43z" fill="#f2c14e"/>
  <path d="M40 24l8-8 8 8z" fill="#ffffff"/>
  <path d="M30 22l11 5v4zM66 22l-11 5v4z" fill="#f2c14e" opacity="0.7"/>
  <path d="M14 76q8.500-6 17 0t17 0 17 0 17 0v4a46 46 0 0 1-68 0z" fill="#7fd6bb"/>
</svg>`,
}

/** Draws two boats in a harbor at dawn, as wide as a page. */
const harbor: Drawing = {
  kind: 'image',
  name: 'harbor.svg',
  alt: 'Two sailboats in the harbor below campus',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 420" width="1200" height="420">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#cfe8e0"/><stop offset="1" stop-color="#fbeedb"/>
    </linearGradient>
    <linearGradient id="sea" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#5fb39b"/><stop offset="1" stop-color="#0f5b49"/>
    </linearGradient>
  </defs>
  <rect width="1200" height="420" fill="url(#sky)"/>
  <circle cx="890" cy="236" r="54" fill="#f2c14e" opacity="0.85"/>
  <path d="M0 252q150-70 320-30t330-14 290-6 260 22v60H0z" fill="#8fbfae"/>
  <path d="M0 266q120-34 250-18t240-6v40H0z" fill="#5f9c88"/>
  <path d="M96 250v-58h70v58zM176 250v-84l28-22 28 22v84zM244 250v-48h96v48z" fill="#f7f3ea"/>
  <path d="M92 192h78l-39-24zM240 202h104l-52-28z" fill="#c8553d"/>
  <path d="M197 190h14v22h-14zM112 208h12v16h-12zM140 208h12v16h-12zM262 216h12v16h-12zM288 216h12v16h-12zM314 216h12v16h-12z" fill="#12352c" opacity="0.55"/>
  <rect y="262" width="1200" height="158" fill="url(#sea)"/>
  <path d="M836 266h108l-14 8h-80zM852 284h76l-12 7h-52zM866 302h48l-9 6h-30z" fill="#f2c14e" opacity="0.5"/>
  <path d="M556 306l4-140 84 126zM548 306l4-112-60 104z" fill="#ffffff"/>
  <path d="M484 312h168l-24 26H512z" fill="#12352c"/>
  <path d="M716 270l3-74 44 66zM712 270l2-58-32 54z" fill="#f7f3ea"/>
  <path d="M676 274h92l-14 14h-64z" fill="#c8553d"/>
  <path d="M0 356q50-14 100 0t100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0v64H0z" fill="#0b4638" opacity="0.45"/>
</svg>`,
}

interface SeedContext {
  readonly db: Database
  readonly files: Files
  readonly schoolId: number
  readonly adminId: number
}

/** Returns the address of a file, the same every time. */
const nameOf = (svg: string): string => `${createHash('sha256').update(svg).digest('hex').slice(0, 32)}.svg`
const addressOf = ({ svg }: Drawing): string => `/media/${nameOf(svg)}`

/** The address of the home page’s image. */
export const homePicture = { src: addressOf(harbor), alt: harbor.alt }

const addDrawing = async (ground: SeedContext, { svg, ...values }: Drawing): Promise<void> => {
  const drawing = cleanSvg(svg)
  if (drawing === null) throw new Error(`${values.name} has nothing that can be shown.`)
  const bytes = Buffer.from(drawing)
  const { width, height } = svgSizeOf(drawing) ?? {}
  await ground.db
    .insertInto('school_files')
    .values({
      ...values,
      school_id: ground.schoolId,
      author_id: ground.adminId,
      media_type: 'image/svg+xml',
      public_name: nameOf(svg),
      stored_name: await ground.files.put('schools', Readable.from([bytes]), bytes.length),
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      width: width ?? null,
      height: height ?? null,
      created_at: '2025-04-02T15:10:00Z',
    })
    .execute()
}

/** Creates a school’s logo and the image of its home page. */
export const seedPictures = async (ground: SeedContext): Promise<void> => {
  await addDrawing(ground, logo)
  await addDrawing(ground, harbor)
  await ground.db
    .updateTable('schools')
    .set({ logo_url: addressOf(logo) })
    .where('id', '=', ground.schoolId)
    .execute()
}
