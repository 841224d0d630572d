# Programs in XML with one thing changed each (edits: which, and how), and what is said about them.
for p in arrays linked mdp dtmc ctmc ltl mutex ids; do gentrans -q $p.sym -Wno-shadow --dump sym --to xml -o $p.sym.xml; done
for p in ids types mutex small arrays; do gentrans -q $p.sym -Wno-shadow --dump population --to xml -o $p.population.xml; done
gentrans -q ids.sym -o ids.commands.xml
while read -r base edit; do
  echo "== $base $edit"
  sed "$edit" $base.xml > bad.xml
  cmp -s bad.xml $base.xml && echo "this changes nothing"
  gentrans bad.xml --dump ${base#*.} 2>&1 > /dev/null | grep '^bad.xml'
done < edits
rm ./*.sym.xml ./*.population.xml ids.commands.xml bad.xml
