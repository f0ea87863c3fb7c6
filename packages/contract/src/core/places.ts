/** States and countries as addresses name them. Free of schemas, so that the browser can import it. */
export const stateLength = 2

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const pacific = 'America/Los_Angeles'

/**
 * Where the USA delivers at home (`organizations/states`): states, territories, freely associated states and the armed
 * forces, with the zone that most of their people live in; null where they live in many.
 */
export const usStates: readonly { id: string; label: string; zone: string | null }[] = [
  { id: 'AL', label: 'Alabama', zone: central },
  { id: 'AK', label: 'Alaska', zone: 'America/Anchorage' },
  { id: 'AZ', label: 'Arizona', zone: 'America/Phoenix' },
  { id: 'AR', label: 'Arkansas', zone: central },
  { id: 'CA', label: 'California', zone: pacific },
  { id: 'CO', label: 'Colorado', zone: mountain },
  { id: 'CT', label: 'Connecticut', zone: eastern },
  { id: 'DE', label: 'Delaware', zone: eastern },
  { id: 'DC', label: 'District of Columbia', zone: eastern },
  { id: 'FL', label: 'Florida', zone: eastern },
  { id: 'GA', label: 'Georgia', zone: eastern },
  { id: 'HI', label: 'Hawaii', zone: 'Pacific/Honolulu' },
  { id: 'ID', label: 'Idaho', zone: mountain },
  { id: 'IL', label: 'Illinois', zone: central },
  { id: 'IN', label: 'Indiana', zone: eastern },
  { id: 'IA', label: 'Iowa', zone: central },
  { id: 'KS', label: 'Kansas', zone: central },
  { id: 'KY', label: 'Kentucky', zone: eastern },
  { id: 'LA', label: 'Louisiana', zone: central },
  { id: 'ME', label: 'Maine', zone: eastern },
  { id: 'MD', label: 'Maryland', zone: eastern },
  { id: 'MA', label: 'Massachusetts', zone: eastern },
  { id: 'MI', label: 'Michigan', zone: eastern },
  { id: 'MN', label: 'Minnesota', zone: central },
  { id: 'MS', label: 'Mississippi', zone: central },
  { id: 'MO', label: 'Missouri', zone: central },
  { id: 'MT', label: 'Montana', zone: mountain },
  { id: 'NE', label: 'Nebraska', zone: central },
  { id: 'NV', label: 'Nevada', zone: pacific },
  { id: 'NH', label: 'New Hampshire', zone: eastern },
  { id: 'NJ', label: 'New Jersey', zone: eastern },
  { id: 'NM', label: 'New Mexico', zone: mountain },
  { id: 'NY', label: 'New York', zone: eastern },
  { id: 'NC', label: 'North Carolina', zone: eastern },
  { id: 'ND', label: 'North Dakota', zone: central },
  { id: 'OH', label: 'Ohio', zone: eastern },
  { id: 'OK', label: 'Oklahoma', zone: central },
  { id: 'OR', label: 'Oregon', zone: pacific },
  { id: 'PA', label: 'Pennsylvania', zone: eastern },
  { id: 'PR', label: 'Puerto Rico', zone: 'America/Puerto_Rico' },
  { id: 'RI', label: 'Rhode Island', zone: eastern },
  { id: 'SC', label: 'South Carolina', zone: eastern },
  { id: 'SD', label: 'South Dakota', zone: central },
  { id: 'TN', label: 'Tennessee', zone: central },
  { id: 'TX', label: 'Texas', zone: central },
  { id: 'UT', label: 'Utah', zone: mountain },
  { id: 'VT', label: 'Vermont', zone: eastern },
  { id: 'VA', label: 'Virginia', zone: eastern },
  { id: 'VI', label: 'Virgin Islands', zone: 'America/Puerto_Rico' },
  { id: 'WA', label: 'Washington', zone: pacific },
  { id: 'WV', label: 'West Virginia', zone: eastern },
  { id: 'WI', label: 'Wisconsin', zone: central },
  { id: 'WY', label: 'Wyoming', zone: mountain },
  { id: 'AS', label: 'American Samoa', zone: 'Pacific/Pago_Pago' },
  { id: 'GU', label: 'Guam', zone: 'Pacific/Guam' },
  { id: 'MP', label: 'Northern Mariana Islands', zone: 'Pacific/Guam' },
  { id: 'FM', label: 'Micronesia', zone: 'Pacific/Chuuk' },
  { id: 'MH', label: 'Marshall Islands', zone: 'Pacific/Majuro' },
  { id: 'PW', label: 'Palau', zone: 'Pacific/Palau' },
  { id: 'AA', label: 'Armed Forces Americas', zone: null },
  { id: 'AE', label: 'Armed Forces Europe', zone: null },
  { id: 'AP', label: 'Armed Forces Pacific', zone: null },
]

/** Provinces and territories of Canada. */
const provinces: readonly { id: string; label: string }[] = [
  { id: 'AB', label: 'Alberta' },
  { id: 'BC', label: 'British Columbia' },
  { id: 'MB', label: 'Manitoba' },
  { id: 'NB', label: 'New Brunswick' },
  { id: 'NL', label: 'Newfoundland and Labrador' },
  { id: 'NT', label: 'Northwest Territories' },
  { id: 'NS', label: 'Nova Scotia' },
  { id: 'NU', label: 'Nunavut' },
  { id: 'ON', label: 'Ontario' },
  { id: 'PE', label: 'Prince Edward Island' },
  { id: 'QC', label: 'Quebec' },
  { id: 'SK', label: 'Saskatchewan' },
  { id: 'YT', label: 'Yukon' },
]

/** The states of a country whose addresses name one of a list; undefined where a state is free, or none. */
export const statesOf = (country: string): readonly { id: string; label: string }[] | undefined =>
  country === 'USA' ? usStates : country === 'CAN' ? provinces : undefined

/** Countries whose post has no postal codes, or does not need them. */
export const withoutPostalCodes: ReadonlySet<string> = new Set(
  (
    'ABW AGO ARE ATG BDI BEN BES BFA BHS BLZ BOL BWA CAF CIV CMR COD COG COK COM CUW DJI DMA ERI FJI GAB GHA GMB GNQ GRD ' +
    'GUY HKG IRL JAM KIR KNA LBY LCA MAC MLI MRT MWI NRU NIU PAN PRK QAT RWA SLB SLE SOM SSD STP SUR SXM SYC SYR TCD TGO ' +
    'TKL TLS TON TTO TUV UGA VUT YEM ZWE'
  ).split(' '),
)

/** A ZIP or postal code as its country writes it; undefined where it is none there. */
export function postalCodeIn(country: string, text: string): string | undefined {
  const code = text.trim()
  if (country === 'USA') return /^\d{5}(-\d{4})?$/.test(code) ? code : undefined
  if (country !== 'CAN') return code
  const letters = code.toUpperCase().replaceAll(/[ -]/g, '')
  const isOne = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/.test(letters)
  return isOne ? `${letters.slice(0, 3)} ${letters.slice(3)}` : undefined
}

/** Each country's three-letter and two-letter code of ISO 3166-1, written as one word. */
const iso = (
  'ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI ' +
  'BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT ' +
  'BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU ' +
  'CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET ' +
  'FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR ' +
  'GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR ' +
  'IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB ' +
  'LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH ' +
  'MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE ' +
  'NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL ' +
  'PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ ' +
  'SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC ' +
  'TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY ' +
  'USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW'
).split(' ')

/** The three-letter codes that addresses are written with. */
export const countryCodes: ReadonlySet<string> = new Set(iso.map((pair) => pair.slice(0, 3)))

/** Countries by their English names, which the platform knows by the two-letter codes. */
export function countries(): { id: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return iso
    .map((pair) => ({ id: pair.slice(0, 3), label: names.of(pair.slice(3)) ?? pair.slice(0, 3) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}

/** The zone of a place; null where the address does not determine it. */
export const zoneOfPlace = (country: string, state: string): string | null =>
  (country === 'USA' && usStates.find(({ id }) => id === state)?.zone) || null

/** Offset of a place from UTC at this moment, in minutes; null where the address does not determine it. */
export function offsetAt(country: string, state: string, at: Date): number | null {
  const zone = zoneOfPlace(country, state)
  if (!zone) return null
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT([+-])?(\d+)?(?::(\d+))?/.exec(
      new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).format(at),
    ) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
