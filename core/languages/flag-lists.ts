/**
 * Words that hardly ever have a harmless meaning in speech, by language: insults of groups of people (`hateful`), and
 * swear words and vulgar names of sexual acts (`obscene`). Medical terms and mild expletives are not listed. A word that ends
 * in `*` stands for all words with this beginning; `_` joins the words of a phrase, and `-`
 * those of a compound; ё is compared as е. The lists of
 * en, de, es, fr, it and pt are selected from the package `naughty-words` 1.2.0 (CC BY 4.0) and completed; those of nl, ru, pl and sv
 * were written for the project.
 */
export interface FlagLists {
  hateful: string;
  obscene: string;
  /** Names and terms in which listed words have another meaning, such as the Trojan Horse. */
  harmless?: string;
}

export const flagLists: Readonly<Record<string, FlagLists>> = {
  en: {
    hateful:
      "nigger* nigga* niglet* jigaboo* jiggaboo* faggot* kikes wetback* towelhead* raghead* slanteye* spic spics gook gooks tranny trannies shemale* bulldyke* nig_nog white_power sieg_heil heil_hitler",
    obscene:
      "fuck* motherfuck* clusterfuck* mindfuck* bullshit* shit shits shitt* apeshit* horseshit* dipshit* cunt* cock_sucker* cocksuck* blowjob* blow_job* handjob* hand_job* rimjob* asshole* ass_hole* arsehole* arse_hole* dickhead* dick_head* jizz* cumshot* creampie* gangbang* gang_bang* deepthroat* deep_throat bukkake twat twats wank wanker* wanking whore* slut* bitch bitches pussies jerk_off jack_off titties piece_of_shit",
  },
  de: {
    hateful:
      "nigger* neger* kanake* kanaken* schwuchtel* kampflesbe* judensau* zigeunerpack* untermensch* sieg_heil heil_hitler schlitzauge*",
    obscene:
      "fick ficke ficken fickt fickst gefickt ficker* arschfick* verfickt* arschloch* arschlöcher* arschlecker* arschgeige* fotze* wichser* wichsen gewichst hurensohn* hurensöhne* schlampe* schwanzlutsch* scheiße* scheisse* scheiß beschissen* kacke titten pimmel*",
  },
  es: {
    hateful: "maricón* maricon* mariconazo* sudaca* negrata* bollera* moromierda*",
    obscene:
      "joder jodido* jodida* follar follando follada* gilipollas jilipollas puta putas puto putos hijoputa* hijaputa* hijo_de_puta hija_de_puta mierda mierdas coño coños cabrón cabrones cabrona* chupapollas soplapollas lameculos pendejo* pendeja* mamada mamadas verga concha_de_tu_madre vete_a_la_mierda chingar chingada* culero*",
  },
  fr: {
    hateful: "nègre* négro négros négresse* bougnoule* youpin* bicot* gouine* pédé pédés tarlouze*",
    obscene:
      "putain* pute putes enculé* enculer enculeur* connard* connasse* salope* salopes merde merdes merdique* merdeux bordel_de_merde emmerder emmerde* foutre niquer nique_ta nique_sa branler branleur* branlette* couilles bite bites trou_du_cul fils_de_pute fille_de_pute chier sac_à_merde",
  },
  it: {
    hateful:
      "frocio froci frocia* froscio* ricchione* recchione* negro negri negra terrone terroni culattone* busone* zingaraccio*",
    obscene:
      "cazzo cazzi cazzata* cazzate cazzone* coglione* coglioni vaffanculo* fanculo stronzo stronzi stronza* stronzata* stronzate merda merde merdoso* puttana* puttane troia troie zoccola* mignotta* bocchino* pompino* pompini scopare scopata* fottere fottiti minchia minchione* figa fica incazza* porca_madonna porco_dio porca_puttana testa_di_cazzo figlio_di_puttana leccaculo*",
    harmless:
      "cavallo_di_troia cavalli_di_troia guerra_di_troia assedio_di_troia caduta_di_troia presa_di_troia città_di_troia mura_di_troia re_di_troia elena_di_troia",
  },
  pt: {
    hateful: "viado viados veado_de_merda paneleiro* bicha_de_merda crioulo_de_merda sapatão",
    obscene:
      "caralho* foder foda-se fodido* fodida* fode puta putas filho_da_puta filha_da_puta merda merdas porra porras cacete buceta* boceta* cona conas cuzão* punheta* vadia vadias vai_tomar_no_cu vai-te_foder puta_que_pariu arrombado*",
  },
  nl: {
    hateful: "nikker* kankerjood* kutmarokkaan* kutmarokkanen mietje*",
    obscene:
      "kut kutten klootzak* klootzakken lul neuken neukt geneukt hoer hoeren kankerhoer* godverdomme* kutwijf* kutwijven",
  },
  ru: {
    hateful: "жид жиды жида жидов жидовск* хач хачи хачей ниггер* пидор* пидар* пидорас* черножоп*",
    obscene:
      "хуй* хуя хую хуем хуе* нахуй* нахуя* похуй* охуе* охуи* пизда* пизде* пизды пиздец* пизду спизди* распизд* ебать ебал* ебан* ебет ебу еблан* заеб* наеб* отъеб* уеб* доеб* проеб* въеб* выеб* блядь бляди блядск* блять бля сука суки мудак* мудил* гондон* гандон* долбоеб*",
  },
  pl: {
    hateful: "czarnuch* ciapaty ciapaci żydek żydki",
    obscene:
      "kurwa kurwy kurwę kurwo kurewsk* wkurwi* skurwysyn* skurwiel* chuj chuja chuje chujow* chujowy pierdol* spierdal* wypierdal* jebać jebany jebane jebana zajebi* pojeb* cipa cipy pizda pizdy",
  },
  sv: {
    hateful: "neger negrer blatte blattar svartskalle* bögjävel*",
    obscene: "knulla* fitta fittor fittan kuk kukar hora horor horunge* jävla_fitta rövhål* skitstövel*",
  },
};
