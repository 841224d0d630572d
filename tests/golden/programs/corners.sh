# corners.sym with other names and a negative number, as only an XML file can have them.
gentrans -q corners.sym --dump sym --to xml -o in.xml
sed -e 's/binder name="i"/binder name="A"/' -e 's/binder name="j"/binder name="0j"/' \
    -e '/<neg/,/<.neg>/s|<var shared="0"[^>]*>|<const type="int" value="-1"/>|' in.xml > out.xml
gentrans -q out.xml --dump sym
rm in.xml out.xml
