import type { Place } from './places.ts'

/** The countries of ISO 3166 (alpha-2 codes) in the order of their names; the United States is first. */
const codes =
  'US ' +
  'AF AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BA BW BV BR IO VG BN BG ' +
  'BF BI KH CM CA CV BQ KY CF TD CL CN CX CC CO KM CG CD CK CR HR CU CW CY CZ CI DK DJ DM DO EC EG SV GQ ' +
  'ER EE SZ ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM HN HK HU IS ' +
  'IN ID IR IQ IE IM IL IT JM JP JE JO KZ KE KI KW KG LA LV LB LS LR LY LI LT LU MO MG MW MY MV ML MT MH ' +
  'MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF KP MK MP NO OM PK PW PS PA ' +
  'PG PY PE PH PN PL PT PR QA RO RU RW RE WS SM SA SN RS SC SL SG SX SK SI SB SO ZA GS KR SS ES LK BL SH ' +
  'KN LC MF PM VC SD SR SJ SE CH SY ST TW TJ TZ TH TL TG TK TO TT TN TM TC TV TR UM VI UG UA AE GB UY UZ ' +
  'VU VA VE VN WF EH YE ZM ZW AX'

// browsers and Node know the names, so that no page loads a table of them
const names = new Intl.DisplayNames('en-US', { type: 'region' })

/** Countries by ISO 3166 alpha-2 code. */
export const countries: readonly Place[] = codes
  .split(' ')
  .map((value) => ({ value, label: names.of(value) ?? value }))
